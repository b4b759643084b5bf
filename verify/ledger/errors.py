"""What reading one line may raise."""


class LineError(Exception):
    """A line is no sound entry; the message goes on where the line is named. ``id`` is the entry's, if it has one."""

    def __init__(self, message: str, name: str | None = None) -> None:
        super().__init__(message)
        self.name = name
