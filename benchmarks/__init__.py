"""Speed and strength, each benchmark printing JSON lines; run as `python -m benchmarks.<name>`."""
