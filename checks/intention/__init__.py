"""What a session was asked for, what it delivered, and how it says that it left the memory."""
