"""A new password for somebody who has forgotten theirs, given by the operator of the server."""

import secrets

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.features.accounts.names import fold
from palamedes.ui.web.features.accounts.passwords import check_password, password_hash
from palamedes.ui.web.store.account_resets import AccountResets, ResetAccount
from palamedes.ui.web.store.database import existing_database, is_up_to_date, opening_errors

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that are mistaken for others
GROUPS, GROUP = 4, 4  # about 79 bits


def new_password() -> str:
    """A random password that can be dictated, such as k7mw-p3xa-tq9f-hb2c."""
    letters = "".join(map(secrets.choice, [LETTERS] * GROUPS * GROUP))
    return "-".join(letters[each : each + GROUP] for each in range(0, len(letters), GROUP))


def reset_password(url: str, name: str, password: str) -> ResetAccount:
    """Give an account a new password, and end its logins and bot tokens.

    A running server notices within seconds. Raises PalamedesError if there is no such account, or
    the password is not good enough.
    """
    check_password(password, name)
    refusal = _("the password cannot be changed: {reason}")
    with opening_errors(refusal), existing_database(url) as engine:
        with engine.connect() as connection:
            if not is_up_to_date(connection):
                text = _(
                    "the database was made by an older version; start the server once to update it"
                )
                raise PalamedesError(text)
        account = AccountResets(engine).reset(fold(name), password_hash(password))
    if account is None:
        raise PalamedesError(_("there is no account named {name}").format(name=name))
    return account
