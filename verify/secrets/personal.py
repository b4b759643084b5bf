"""Data about people: addresses, home folders, numbers."""

import re
from collections.abc import Iterator
from functools import cache

from verify.secrets.exposure import Exposed, Exposure

_ROBOTS = frozenset(("git", "noreply", "no-reply", "donotreply", "do-not-reply"))
# RFC 2606 and RFC 6762 reserve names that reach nobody; the rest are no top-level domains at all,
# as in `icon@2x.png` or `getty@tty1.service`.
_UNREACHABLE_DOMAINS = (
    "corp example home internal invalid lan local localdomain localhost test "
    "css gif go html jpeg jpg js json jsx lock png service socket svg target timer toml ts tsx txt "
    "webp yaml yml"
)
_STAND_IN_DOMAINS = frozenset(("domain.com", "yourdomain.com", "yourcompany.com"))
_SHARED_ACCOUNT_NAMES = (
    "admin agent app azureuser build builder ci circleci codespace coder debian dev developer "
    "ec2-user gitlab-runner gitpod guest home jenkins jovyan linuxbrew me name node nobody opc "
    "public root runner runneradmin sandbox shared someone somebody travis ubuntu user username "
    "vagrant vscode vsts vsts_azpcontainer worker you your-name your-user yourname youruser "
    "your_name"
)
_UNREACHABLE = frozenset(_UNREACHABLE_DOMAINS.split())
_SHARED_ACCOUNTS = frozenset(_SHARED_ACCOUNT_NAMES.split())
_CARD_BRANDS = ("amex", "diners", "discover", "jcb", "mastercard", "mir", "unionpay", "visa")


def personal_data(line: str) -> Iterator[Exposed]:
    """Yield e-mail addresses, home folders, telephone, payment card and social security numbers.

    Robots, reserved example domains and shared accounts are nobody's data (RFC 2606).
    """
    yield from _email_addresses(line)
    yield from _home_folders(line)
    yield from _payment_cards(line)
    yield from _phone_numbers(line)
    for match in _social_security().finditer(line):
        yield Exposed(Exposure.SOCIAL_SECURITY_NUMBER, match.start(), match.end())


def _email_addresses(line: str) -> Iterator[Exposed]:
    if "@" in line:
        for match in _email().finditer(line):
            if not _reaches_nobody(match["local"].lower(), match["domain"].lower()):
                yield Exposed(Exposure.EMAIL_ADDRESS, match.start("local"), match.end())


def _reaches_nobody(local: str, domain: str) -> bool:
    labels = domain.split(".")
    return (
        local in _ROBOTS
        or "noreply" in local
        or "noreply" in domain
        or "example" in labels
        or labels[-1] in _UNREACHABLE
        or domain in _STAND_IN_DOMAINS
    )


def _home_folders(line: str) -> Iterator[Exposed]:
    for match in (*_home().finditer(line), *_windows_home().finditer(line)):
        account = match["account"].rstrip(".").lower()
        if account not in _SHARED_ACCOUNTS and not account.isdigit() and account.strip("._-"):
            yield Exposed(Exposure.HOME_FOLDER, match.start("account"), match.end("account"))


def _payment_cards(line: str) -> Iterator[Exposed]:
    for match in _card().finditer(line):
        if _is_card(match[0].replace(" ", "").replace("-", "")):
            yield Exposed(Exposure.PAYMENT_CARD, match.start(), match.end())


def _is_card(digits: str) -> bool:
    """The Luhn test and a known issuer's range: one of ten ids passes Luhn alone."""
    from validators import card  # noqa: PLC0415  (40 ms that few runs need)

    return card.card_number(digits) is True and any(getattr(card, brand)(digits) is True for brand in _CARD_BRANDS)


def _phone_numbers(line: str) -> Iterator[Exposed]:
    """International numbers only: without a country nothing tells a number from a count."""
    for match in _phone().finditer(line):
        if _is_phone(match[0]):
            yield Exposed(Exposure.PHONE_NUMBER, match.start(), match.end())


def _is_phone(number: str) -> bool:
    import phonenumbers  # noqa: PLC0415  (35 ms that few runs need)

    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number, None))
    except phonenumbers.NumberParseException:
        return False


@cache
def _email() -> re.Pattern[str]:
    # Not after `://user:`, where a password stands before the `@`.
    return re.compile(
        r"(?<![A-Za-z0-9._%+:/-])(?:mailto:)?(?P<local>[A-Za-z0-9._%+-]{1,64})"
        r"@(?P<domain>(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_-])"
    )


@cache
def _home() -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z0-9._-])(?:(?:/mnt)?/[A-Za-z])?(?:/home|/Users)/(?P<account>[A-Za-z0-9._-]{2,64})")


@cache
def _windows_home() -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z])[A-Za-z]:[\\\\/]{1,2}Users[\\\\/]{1,2}(?P<account>[A-Za-z0-9._-]{2,64})")


@cache
def _card() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w.+-])(?=[2-6])(?:[0-9]{14,16}|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}"
        r"|[0-9]{4}([ -])[0-9]{6}\2[0-9]{4,5})(?![\w-])",
        re.ASCII,
    )


@cache
def _phone() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.+])\+\(?[0-9](?:[ ().-]{0,2}[0-9]){7,14}(?![\w-])", re.ASCII)


@cache
def _social_security() -> re.Pattern[str]:
    # The Social Security Administration issues no area 000, 666 or 9xx, group 00 or serial 0000.
    return re.compile(r"(?<![\w.-])(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}(?![\w-])", re.ASCII)
