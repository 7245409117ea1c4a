"""Android phones and emulators over ADB, behind the same contracts as a window: target, capture and hand."""
