"""Photo in, reading out."""
