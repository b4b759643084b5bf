"""What the commits did to facts, decisions and logs."""
