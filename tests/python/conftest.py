"""Where the tests find the project's own files, and what they need of their process."""
import json
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# A job in a shell's background ignores Ctrl-C, and Python leaves it so.
signal.signal(signal.SIGINT, signal.default_int_handler)


def data(name):
    """A file of tests/data."""
    return json.loads((ROOT / "tests" / "data" / name).read_text())


@pytest.fixture(scope="session")
def root():
    return ROOT
