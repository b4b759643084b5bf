"""The hash-chained decision ledger."""
