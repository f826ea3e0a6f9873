"""The examples of the guide run, from top to bottom."""

import os
import pathlib
import re

import pytest


def test_the_examples_of_the_guide_run(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    pytest.importorskip("distributed")
    guide = pathlib.Path(os.environ["MAKESPAN_ROOT"], "docs/python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) > 3
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "guide"}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
