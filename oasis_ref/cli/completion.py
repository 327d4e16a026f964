"""Completion in bash, which takes the ``=`` in ``--reading SLUG=OPTION`` for a word of its own."""

from __future__ import annotations

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

    def format_completion(self, item: CompletionItem) -> str:
        """Return a completion as the script takes it."""
        return f"{item.type},{str(item.value).removeprefix(self._before)}"


add_completion_class(Bash)
