"""Completion in bash, which takes the ``=`` in ``--reading SLUG=OPTION`` for a word of its own.

It also completes files only where no word is offered; where both can stand, the files are listed here.
"""

from __future__ import annotations

import os

from click.shell_completion import BashComplete, CompletionItem, add_completion_class


class Bash(BashComplete):
    """Puts ``SLUG = OPTI`` together before completing it, and gives bash only what stands behind the ``=``."""

    _before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to be completed, and that word."""
        args, incomplete = super().get_completion_args()
        if incomplete == "=" and args:
            args, incomplete = [*args, "="], ""
        if args[-1:] == ["="] and len(args) > 1:
            args, name = args[:-2], args[-2]
            if name.startswith("-"):
                args.append(name)
            else:
                self._before = f"{name}="
                incomplete = self._before + incomplete
        return args, incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return what can stand there: words, and with them the files by name."""
        found = super().get_completions(args, incomplete)
        words = [item for item in found if item.type == "plain"]
        if not words or len(words) == len(found):
            return found
        return words + [CompletionItem(name) for name in _files(incomplete)]

    def format_completion(self, item: CompletionItem) -> str:
        """Return a completion as the script takes it."""
        return f"{item.type},{str(item.value).removeprefix(self._before)}"


def _files(incomplete: str) -> list[str]:
    """Return the .json files and the folders whose names begin so."""
    folder, begun = os.path.split(incomplete)
    try:
        with os.scandir(folder or ".") as entries:
            named = [(entry.name, entry.is_dir()) for entry in entries if entry.name.startswith(begun)]
    except OSError:
        return []
    wanted = [f"{name}/" if is_folder else name for name, is_folder in named if is_folder or name.endswith(".json")]
    return [os.path.join(folder, name) for name in sorted(wanted) if begun or not name.startswith(".")]  # noqa: PTH118


add_completion_class(Bash)
