"""Snapshots of reports: one file each, exactly the bytes that are printed."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TextFile(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


class MarkdownFile(TextFile):
    file_extension = "md"


class JsonFile(TextFile):
    file_extension = "json"


@pytest.fixture
def text_file(snapshot: SnapshotAssertion) -> Any:
    return snapshot.use_extension(TextFile)


@pytest.fixture
def markdown_file(snapshot: SnapshotAssertion) -> Any:
    return snapshot.use_extension(MarkdownFile)


@pytest.fixture
def json_file(snapshot: SnapshotAssertion) -> Any:
    return snapshot.use_extension(JsonFile)
