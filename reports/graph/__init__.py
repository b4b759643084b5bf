"""Networks: the graph of a memory, for programs and for eyes."""
