from typing import Generic, TypeVar

Body = TypeVar("Body")


class Operation(Generic[Body]):
    """Method and path of an operation, and the type of its answer's body. ``keyed``: takes an Idempotency-Key."""

    def __init__(self, name: str, keyed: bool = False) -> None:
        self.method, self.path = name.split(" ")
        self.keyed = keyed
