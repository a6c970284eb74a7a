"""What `make bench` measures. No figure here is a test; ratios are taken within one run."""
