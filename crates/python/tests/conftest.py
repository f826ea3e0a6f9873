"""What several files of tests share."""

import pytest

#: A plan with a refused combination, a logarithmic axis and a kept table.
PLAN = {
    "plan": 1,
    "preset": "bursts-replicate",
    "change": {"iterations": 40},
    "replications": 5,
    "axes": [
        {"parameter": "processors", "values": [4, 6, 8, 12, 16]},
        {"parameter": "copies", "values": [1, 2, 4]},
        {"parameter": "problem_size", "from": 0.5, "to": 5, "number": 4, "scale": "log"},
    ],
    "keep": {"tables": ["strategies"]},
}

FILES = [f"{table}.{ending}" for table in ("points", "runs", "table-strategies") for ending in ("parquet", "csv")]


@pytest.fixture
def plan():
    return PLAN


@pytest.fixture
def equal():
    """Compares two folders of a study, byte for byte."""

    def compare(one, other):
        for name in FILES:
            assert (one / name).read_bytes() == (other / name).read_bytes(), name

    return compare
