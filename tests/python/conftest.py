"""Where the tests find the project's own files."""
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def data(name):
    """A file of tests/data."""
    return json.loads((ROOT / "tests" / "data" / name).read_text())


@pytest.fixture(scope="session")
def root():
    return ROOT
