"""Plants a small git repository from a fixture that tells it as steps."""

from verify.planting.plan import Plan, Step, read_plan
from verify.planting.repository import plant

__all__ = ["Plan", "Step", "plant", "read_plan"]
