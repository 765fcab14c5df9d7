"""A bot that plays on a Palamedes server from its author's machine, over the documented API."""

from palamedes.arena.online.bot_client import BotClient
from palamedes.arena.online.server_api import ServerApi
from palamedes.arena.online.wishes import Span, Wishes, parse_span

__all__ = ["BotClient", "ServerApi", "Span", "Wishes", "parse_span"]
