"""Progress in lessons; every method is one transaction."""

from collections import defaultdict
from datetime import UTC, datetime

from sqlalchemy import Engine, select

from palamedes.ui.web.store.models import LessonStepRow
from palamedes.ui.web.store.transactions import transaction


class LessonStore:
    """Completed steps of lessons in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def completed(self, owner: str) -> dict[str, set[int]]:
        """By game, the steps that an owner has completed."""
        query = select(LessonStepRow.game, LessonStepRow.number).where(LessonStepRow.owner == owner)
        found: dict[str, set[int]] = defaultdict(set)
        with transaction(self._engine) as session:
            for game, number in session.execute(query):
                found[game].add(number)
        return found

    def complete(self, owner: str, game: str, number: int) -> None:
        """Store that an owner has completed a step; again changes nothing."""
        with transaction(self._engine) as session:
            if session.get(LessonStepRow, (owner, game, number)) is None:
                session.add(
                    LessonStepRow(owner=owner, game=game, number=number, done=datetime.now(UTC))
                )
