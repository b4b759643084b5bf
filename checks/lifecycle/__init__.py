"""How facts fade, and whether reviews keep up."""
