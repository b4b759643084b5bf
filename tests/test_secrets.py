"""Token-shaped secrets are put together at run time: none stands in this file."""

import string
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verify.secrets import (
    REDACTED,
    WAIVER,
    Exposed,
    Exposure,
    credentials,
    personal_data,
    redact,
    suspect_lines,
)

DIGITS = "4839201756" * 3
UPPER = "Q7RX2MKT9WLB4HZD" * 2
MIXED = "aB3dE5fG7hJ9kL2mN4pQ6rS8tV1wX3yZ" * 8
HEXADECIMAL = "3f9a1c7e" * 8

TOKENS = {
    Exposure.ANTHROPIC_KEY: ["sk-a" + "nt-api03-" + MIXED[:90]],
    Exposure.AWS_ACCESS_KEY: ["AK" + "IA" + UPPER[:16], "AS" + "IA" + UPPER[:16]],
    Exposure.AZURE_STORAGE_KEY: ["Account" + "Key=" + MIXED[:86] + "=="],
    Exposure.DIGITALOCEAN_TOKEN: ["do" + "p_v1_" + HEXADECIMAL],
    Exposure.ENCRYPTION_KEY: ["AGE-SEC" + "RET-KEY-1" + (UPPER * 2)[:58]],
    Exposure.GITHUB_TOKEN: [
        "gh" + "p_" + MIXED[:36],
        "gh" + "s_" + MIXED[:50],
        "github" + "_pat_" + MIXED[:80],
    ],
    Exposure.GITLAB_TOKEN: ["gl" + "pat-" + MIXED[:20], "gl" + "dt-" + MIXED[:20]],
    Exposure.GOOGLE_API_KEY: ["AI" + "za" + MIXED[:35]],
    Exposure.HUGGING_FACE_TOKEN: ["h" + "f_" + MIXED[:34]],
    Exposure.JSON_WEB_TOKEN: ["ey" + "J" + MIXED[:20] + ".ey" + "J" + MIXED[:40] + "." + MIXED[:43]],
    Exposure.NPM_TOKEN: ["np" + "m_" + MIXED[:36]],
    Exposure.OPENAI_KEY: [
        "sk" + "-" + MIXED[:20] + "T3Blb" + "kFJ" + MIXED[:20],
        "sk-pr" + "oj-" + MIXED[:90],
    ],
    Exposure.PRIVATE_KEY: [
        f"-----BEGIN {kind}PRIVATE" + " KEY-----" for kind in ("", "RSA ", "OPENSSH ", "ENCRYPTED ", "EC ")
    ],
    Exposure.PYPI_TOKEN: ["py" + "pi-AgEIcHlwaS5vcmc" + MIXED[:90]],
    Exposure.SENDGRID_KEY: ["S" + "G." + MIXED[:22] + "." + MIXED[:43]],
    Exposure.SLACK_TOKEN: [
        "xo" + "xb-" + DIGITS[:12] + "-" + DIGITS[:12] + "-" + MIXED[:24],
        "xa" + "pp-1-A" + UPPER[:10] + "-" + DIGITS[:13] + "-" + HEXADECIMAL,
        "https://hooks.sla" + "ck.com/services/T" + UPPER[:9] + "/B" + UPPER[:9] + "/" + MIXED[:24],
    ],
    Exposure.SQUARE_SECRET: ["sq0" + "csp-" + MIXED[:43]],
    Exposure.STRIPE_KEY: ["sk" + "_live_" + MIXED[:24], "rk" + "_live_" + MIXED[:99]],
}
VALUE = "violet-" + "Harbor-" + "9931"
ASSIGNED = {
    Exposure.CREDENTIAL_ASSIGNMENT: [
        f"password={VALUE}",
        f"it answered to password={VALUE} at last.",
        f"- the password: {VALUE}",
        f"**Password:** {VALUE}",
        f"export DB_PASSWORD='{VALUE}'",
        f'{{"client_secret": "{VALUE}"}}',
        f"clientSecret = '{VALUE}'",
        f"`api_key={VALUE}`",
        f"API key: {VALUE}",
        f"aws_secret_access_key={VALUE}",
        f"access-token: {VALUE}",
        f'{{"key": "client_secret", "value": "{VALUE}"}}',
        f'{{"name": "DB_PASSWORD", "value": "{VALUE}"}}',
        "password=${BROKER_PASSWORD:-" + VALUE + "}",
    ],
    Exposure.AUTHORIZATION_HEADER: [
        f"Authorization: Bearer {VALUE}",
        f'curl -H "Authorization: Basic {MIXED[:24]}"',
        f"proxy-authorization: {VALUE}",
        f'"Authorization": "Bearer {VALUE}"',
    ],
    Exposure.URL_PASSWORD: [f"postgres://service:{VALUE}@db.internal:5432/app"],
}
EXPOSED = [(kind, line) for table in (TOKENS, ASSIGNED) for kind, lines in table.items() for line in lines]
SAFE = [
    "password=${BROKER_PASSWORD}, in a log it reads password=(REDACTED)",
    "api_key: your-api-key-here",
    "authorization: v1.basic.auth",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $ACCESS_TOKEN",
    "Authorization: Basic authentication",
    "authorization: required everywhere",
    "access_token: ${{ secrets.NPM_TOKEN }}",
    "password: <your-password>",
    "password=********",
    "password=changeme",
    "password: 'change-me-please'",
    "password: {{ vault_password }}",
    "password=%(database_password)s",
    "password=$(pass show database)",
    "password={CHANGE_THIS};",
    "password=${PASSWORD:-changeme}",
    "password=hunter2",
    "the secret: never-paste-output",
    "credentials: Vault-Backed",
    "(use `Authorization: Bearer <your-token>`), or password=<your-password>).",
    "secret: pinned-tier-refinement-v4261",
    "[secret-material] scan: everything",
    "secret-material: staged-files-only",
    "SECRET_GUARD=advisory",
    "credentials.source=OAUTHBEARER",
    "max_tokens: 128000",
    "credential: 2026-03-01T10:00:00Z",
    "api_key = os.environ['API_KEY']",
    "password = getpass.getpass()",
    "api_key=self.api_key",
    "password=DATABASE_PASSWORD",
    "secret: /run/secrets/database",
    "if password == expected_password_9:",
    "access key id AK" + "IAIOSFODNN7EXA" + "MPLE",
    "token gh" + "p_" + "x" * 36,
    "-----BEGIN PUBLIC KEY-----",
    "https://user:password@host.internal/",
    "https://example.com/a:b",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "the task-force asked npm_config_registry and hf_hub",
    "",
]
PERSONAL = [
    (Exposure.EMAIL_ADDRESS, "Ask kim@brass-lantern-works.dev about it", "kim@brass-lantern-works.dev"),
    (Exposure.EMAIL_ADDRESS, "<mailto:kim.lee+x@mail.brass.co.uk>", "kim.lee+x@mail.brass.co.uk"),
    (Exposure.HOME_FOLDER, "only below /home/kim/projects", "kim"),
    (Exposure.HOME_FOLDER, "`/Users/kim.lee/x`", "kim.lee"),
    (Exposure.HOME_FOLDER, "in C:\\Users\\kim\\x", "kim"),
    (Exposure.HOME_FOLDER, "in C:\\\\Users\\\\kim", "kim"),
    (Exposure.HOME_FOLDER, "in /mnt/c/Users/kim", "kim"),
    (Exposure.PAYMENT_CARD, "card: 4111 1111 1111 1111", "4111 1111 1111 1111"),
    (Exposure.PAYMENT_CARD, "card 5555-5555-5555-4444.", "5555-5555-5555-4444"),
    (Exposure.PAYMENT_CARD, "card 4242424242424242", "4242424242424242"),
    (Exposure.PAYMENT_CARD, "card 3782 822463 10005", "3782 822463 10005"),
    (Exposure.PHONE_NUMBER, "call +14155552671", "+14155552671"),
    (Exposure.PHONE_NUMBER, "call +44 20 7183 8750.", "+44 20 7183 8750"),
    (Exposure.PHONE_NUMBER, "call +1 (415) 555-2671", "+1 (415) 555-2671"),
    (Exposure.SOCIAL_SECURITY_NUMBER, "number 123-45-6789", "123-45-6789"),
]
IMPERSONAL = [
    "git@forge.example.com, build@noreply.forge.dev, somebody@example.org",
    "git clone git@github.com:someone/repository.git",
    "1234+kim@users.noreply.github.com and noreply@brass.dev",
    "a@b.invalid a@b.test a@printer.local a@shop.example a@localhost",
    "icon@2x.png, getty@tty1.service, @decorator, pkg@1.2.3",
    "postgres://service:word@db.brass.dev/app",
    "/home/runner/work /Users/runner/x /home/user /home/username /home/vsts/work",
    "/home/<name>/x, /Users/.../x, src/home/page, https://brass.dev/home/dashboard",
    "1234-5678-9012-3456 is no card",
    "Build 20260301090000 took 128000 tokens at 1767225600000000",
    "2026-03-01-090000 and v4.33.4 and 127.0.0.1",
    "+20260301090000 +1200 -300 +0000 C++11",
    "000-12-3456 666-12-3456 912-34-5678 123-00-4567",
    "3f786850e387550fdab836ed7e6dc881de23001b",
    "550e8400-e29b-41d4-a716-446655440000",
]
HOSTILE = ["a-", "a.", "@", "1 ", "password=", "password=${", "a@b.", "://a:", "eyJ", "sk-proj-", "xoxb-1-"]
HOSTILE += [
    "+1 ",
    "4000 ",
    "/home/",
    "key",
    "authorization: bearer ",
    '"key": "secret", ',
    "Password=Abc12345 ",
]
PLANTED = [line for _, line in EXPOSED] + [line for _, line, _ in PERSONAL]


def everything(line: str) -> Iterator[Exposed]:
    yield from credentials(line)
    yield from personal_data(line)


@pytest.mark.parametrize(("kind", "line"), EXPOSED)
def test_a_credential_is_found_as_its_kind(kind: Exposure, line: str) -> None:
    assert [exposed.kind for exposed in credentials(line)] == [kind]


@pytest.mark.parametrize("token", [token for tokens in TOKENS.values() for token in tokens])
def test_a_token_is_spanned_whole_and_only_at_a_word_start(token: str) -> None:
    line = f"it was `{token}`, we think"
    assert [line[exposed.start : exposed.end] for exposed in credentials(line)] == [token]
    if token[0].isalnum() and "=" not in token:
        assert not list(credentials("aws" + token))


@pytest.mark.parametrize("line", SAFE)
def test_placeholders_references_and_prose_are_safe(line: str) -> None:
    assert not list(credentials(line))


@pytest.mark.parametrize(("kind", "line", "value"), PERSONAL)
def test_personal_data_is_found_with_the_span_of_its_value(kind: Exposure, line: str, value: str) -> None:
    assert [(found.kind, line[found.start : found.end]) for found in personal_data(line)] == [(kind, value)]


@pytest.mark.parametrize("line", IMPERSONAL)
def test_robots_examples_and_plain_numbers_are_nobodys_data(line: str) -> None:
    assert not list(personal_data(line))


def test_every_kind_has_an_example() -> None:
    assert {kind for kind, _ in EXPOSED} | {kind for kind, _, _ in PERSONAL} == set(Exposure)


def test_a_token_keeps_its_kind_behind_a_name() -> None:
    token = "gh" + "p_" + MIXED[:36]
    assert [exposed.kind for exposed in credentials(f"auth_token={token}")] == [Exposure.GITHUB_TOKEN]


def test_only_a_line_feed_ends_a_line() -> None:
    text = f"one\x0b\x0c\x1c\u2028\x85 still one\r\ntwo\rtwo\npassword={VALUE}\r\n"
    assert list(suspect_lines(text)) == [(3, f"password={VALUE}")]


def test_a_waived_line_is_still_reported_as_the_caller_decides() -> None:
    assert list(credentials(f"password={VALUE} <!-- {WAIVER} -->"))


@given(st.text(max_size=40), st.sampled_from(PLANTED), st.text(max_size=40))
@example("\ud800", PLANTED[0], "\r")
@example("PaſſWord=", PLANTED[0], "\u212a")
def test_the_prefilter_loses_no_planted_value(before: str, planted: str, after: str) -> None:
    text = f"plain\n{before} {planted} {after}\nplain"
    suspects = dict(suspect_lines(text))
    for number, line in enumerate(text.split("\n"), 1):
        plain = line.removesuffix("\r")
        if list(everything(plain)):
            assert suspects[number] == plain


JOINTS = ["password", "secret", "API key", "authorization", "=", ": ", '"', "`", "'", "\n", "**", " ", "@"]
ENDS = ["://", "+1", "/home/", "-", ".", "${", "}", "(REDACTED)", VALUE, "é", *string.ascii_letters]
PIECES = st.sampled_from([*PLANTED, *SAFE, *IMPERSONAL, *JOINTS, *ENDS])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_prefilter_loses_nothing_of_mixed_lines(text: str) -> None:
    suspects = dict(suspect_lines(text))
    for number, line in enumerate(text.split("\n"), 1):
        if list(everything(line)):
            assert number in suspects


@given(st.lists(PIECES, max_size=12).map("".join))
def test_redaction_is_idempotent_and_leaves_no_credential(text: str) -> None:
    redacted = redact(text)
    assert redact(redacted) == redacted
    assert not [found for line in redacted.split("\n") for found in credentials(line)]


@pytest.mark.parametrize("line", [line for _, line in EXPOSED])
def test_redaction_takes_the_value_and_nothing_else(line: str) -> None:
    redacted = redact(f"before\r\n{line}\nafter")
    assert redacted.startswith("before\r\n")
    assert redacted.endswith("\nafter")
    assert REDACTED in redacted
    assert VALUE not in redacted
    assert MIXED[:20] not in redacted


def test_redaction_takes_the_lines_of_a_private_key() -> None:
    label = "RSA PRIVATE" + " KEY-----"
    key = f"-----BEGIN {label}\n{MIXED[:64]}\n{MIXED[:30]}\nabc=\n-----END {label}"
    assert redact(f"see {key} here") == f"see {REDACTED} here"


def test_redaction_leaves_other_text_alone() -> None:
    text = "kim@brass.dev wrote\r\n\x0c password: (REDACTED)\n"
    assert redact(text) == text


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_line_of_200_kilobytes_is_read(unit: str) -> None:
    line = unit * (200_000 // len(unit))
    for _, suspect in suspect_lines(line):
        assert all(found.end <= len(line) for found in everything(suspect))
    assert "\n" not in redact(line)
