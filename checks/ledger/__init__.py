"""Family ledger."""
