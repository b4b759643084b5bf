"""What a run costs: CPU time and peak memory, measured beside floors and a peer."""
