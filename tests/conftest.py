"""What all tests share: snapshots of reports, one file each."""

from tests.report.conftest import json_file, markdown_file, text_file

__all__ = ["json_file", "markdown_file", "text_file"]
