"""The studio: a page on this computer on which a person puts a layout right, and looks at what a session did."""
