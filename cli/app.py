"""The command `solit`: its commands, found when they are asked for, and its exit codes."""

import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

COMMANDS = (
    "deal",
    "show",
    "validate",
    "score",
    "standings",
    "moves",
    "solve",
    "analyse",
    "study",
    "play",
    "rules",
    "convert",
)
"""Each name is a module of `solit.cli.commands` with a function of the same name, which returns its exit code."""

CONTEXT = {"help_option_names": ["-h", "--help"]}


def build_command(name: str) -> Any:
    """The command-line parser of one command."""
    one = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=CONTEXT)
    one.command(name)(getattr(import_module(f"solit.cli.commands.{name}"), name))
    return typer.main.get_command(one)


class Commands(TyperGroup):
    """A group that imports a command's module only when that command is named."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or None when there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = build_command(cmd_name)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that `args` begin with; an unknown name is refused with the names that come close."""
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS)
            if close:
                ctx.fail(f"No such command {args[0]!r}. Did you mean {' or '.join(map(repr, close))}?")
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=CONTEXT)


def _print_version(asked: bool) -> None:
    if asked:
        from solit.cli.version import version_text

        typer.echo(version_text())
        raise typer.Exit


@app.callback(epilog="`solit COMMAND -h` explains a command, with examples.")
def solit(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Deal, show, validate, score, solve and study patience games, as JSON Lines in shell pipelines.

    \b
    solit deal --variant suspense --seed 1 | solit show
    solit deal --seeds 1..100 | solit moves | jq -c .legal
    solit validate --summary games.jsonl > /dev/null

    Exit codes: 0 yes, 1 no (an illegal game, a false claim), 3 undecided, 2 unreadable or wrong usage, 130
    interrupted: the worst that was seen.
    """


def _invoke(args: list[str]) -> int:
    command = typer.main.get_command(app)
    if "_SOLIT_COMPLETE" in os.environ:  # a shell asks for completions
        command.main(args=args, prog_name="solit")
    if not args:  # the help page, on stderr: nothing was asked
        with command.make_context("solit", args, resilient_parsing=True) as context:
            typer.echo(context.get_help(), err=True)
        return 2
    try:
        # not command.main: it answers a closed pipe with exit code 1
        with command.make_context("solit", args) as context:
            code = command.invoke(context)
    except typer.Exit as leave:
        code = leave.exit_code
    except typer.TyperException as fault:
        _tell_usage(fault)
        code = 2
    return code if isinstance(code, int) else 0


def _tell_usage(fault: Any) -> None:
    """Say on stderr what is wrong with a command line; what was typed may hold anything."""
    from solit.cli.lines.streams import shown

    context = getattr(fault, "ctx", None)
    if context is not None:
        usage, option = context.get_usage(), context.help_option_names[0]
        typer.echo(f"{usage}\nTry '{context.command_path} {option}' for help.\n", err=True)
    typer.echo(f"Error: {shown(fault.format_message())}", err=True)


def run(args: list[str]) -> int:
    """Run the command line `args` and return its exit code. Nothing that a user does ends in a traceback."""
    from solit.cli.lines.streams import ClosedPipe, OutputFault, lacks_memory, reason, say
    from solit.engine.errors import SolitError

    try:
        return _invoke(args)
    except SolitError as fault:  # of the command line itself; the faults of records stand on their lines
        say(fault.message)
    except (ClosedPipe, BrokenPipeError):
        return 0
    except OutputFault as fault:
        say(str(fault), quiet=not str(fault))
    except (MemoryError, ImportError, OSError) as fault:
        if lacks_memory(fault):
            say("the system has not so much memory (--memory and --jobs say how much is used)")
        elif isinstance(
            fault, OSError
        ):  # neither a file that is read nor the output: those are told where they are met
            say(f"the system refused what a command needs: {reason(fault)}")
        else:
            raise
    return 2


def _show_cursor() -> None:
    """Show the cursor again where rich was broken off in the midst of its own work and left it hidden."""
    if "rich.live" in sys.modules and os.isatty(2) and os.environ.get("TERM") != "dumb":
        with suppress(OSError):
            os.write(2, b"\x1b[?25h")  # not by sys.stderr, in whose place rich may still stand


def main() -> int:
    """Run the process's own arguments and return the exit code, whatever happens.

    A signal that ends the command ends the process, once all is tidied up.
    """
    from solit.cli.lines.streams import catch_interrupts, ended_by, guard_standard_streams, say

    code = 2
    try:
        guard_standard_streams()
        catch_interrupts()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    except Exception as fault:
        if os.environ.get("SOLIT_DEBUG"):
            raise
        told = " ".join([f"{type(fault).__name__}: {fault}", *getattr(fault, "__notes__", ())])
        say(f"a fault of solit itself: {told} (SOLIT_DEBUG=1 shows where)")
    if code == 130 or ended_by():
        _show_cursor()
    if ended_by():
        signal.signal(ended_by(), signal.SIG_DFL)
        os.kill(os.getpid(), ended_by())  # so that whoever started us sees what ended us
    return code
