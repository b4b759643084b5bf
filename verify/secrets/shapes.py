"""Tokens that their own shape gives away, whatever stands around them."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from verify.secrets.exposure import Exposed, Exposure
from verify.secrets.placeholders import is_literal, is_placeholder

_LONGEST = 8192

# Detectors of detect-secrets by the literals that their tokens begin with. Their patterns are
# asked, not `analyze_string`: that one yields the mere prefix of a GitHub or GitLab token.
_DETECTORS = {
    ("A3T", "ABIA", "ACCA", "AKIA", "ASIA"): (Exposure.AWS_ACCESS_KEY, "aws.AWSKeyDetector"),
    ("AccountKey=",): (Exposure.AZURE_STORAGE_KEY, "azure_storage_key.AzureStorageKeyDetector"),
    ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"): (Exposure.GITHUB_TOKEN, "github_token.GitHubTokenDetector"),
    ("GR1348941", "gl"): (Exposure.GITLAB_TOKEN, "gitlab_token.GitLabTokenDetector"),
    ("sk-",): (Exposure.OPENAI_KEY, "openai.OpenAIDetector"),
    ("pypi-",): (Exposure.PYPI_TOKEN, "pypi_token.PypiTokenDetector"),
    ("SG.",): (Exposure.SENDGRID_KEY, "sendgrid.SendGridDetector"),
    ("xox", "https://hooks.slack.com/"): (Exposure.SLACK_TOKEN, "slack.SlackDetector"),
    ("sq0csp-",): (Exposure.SQUARE_SECRET, "square_oauth.SquareOAuthDetector"),
    ("rk_live_", "sk_live_"): (Exposure.STRIPE_KEY, "stripe.StripeDetector"),
}
# Shapes that detect-secrets 1.5 does not know, or not in today's form, from the issuers' pages.
_OWN = {
    ("sk-ant-",): (Exposure.ANTHROPIC_KEY, r"sk-ant-[\w-]{20,200}"),
    ("dop_v1_", "doo_v1_", "dor_v1_"): (Exposure.DIGITALOCEAN_TOKEN, r"do[opr]_v1_[0-9a-f]{64}"),
    ("AGE-SECRET-KEY-",): (Exposure.ENCRYPTION_KEY, r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    ("github_pat_",): (Exposure.GITHUB_TOKEN, r"github_pat_\w{22,255}"),
    ("AIza",): (Exposure.GOOGLE_API_KEY, r"AIza[\w-]{35}"),
    ("hf_",): (Exposure.HUGGING_FACE_TOKEN, r"hf_[A-Za-z0-9]{30,40}"),
    ("eyJ",): (Exposure.JSON_WEB_TOKEN, r"eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}"),
    ("npm_",): (Exposure.NPM_TOKEN, r"npm_[A-Za-z0-9]{36}"),
    ("sk-proj-", "sk-svcacct-", "sk-admin-"): (Exposure.OPENAI_KEY, r"sk-[a-z]{4,8}-[\w-]{20,250}"),
    ("-----BEGIN ",): (
        Exposure.PRIVATE_KEY,
        r"-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----",
    ),
    ("xapp-",): (Exposure.SLACK_TOKEN, r"xapp-[0-9]-[A-Z0-9]{8,20}-[0-9]{8,20}-[0-9a-f]{20,80}"),
}


def token_shapes(line: str) -> Iterator[Exposed]:
    """Yield the tokens of known issuers, each whole, and the opening lines of private keys."""
    end = 0
    for anchor in _anchors().finditer(line):
        start = anchor.start()
        exposed = _exposed_at(line, start, anchor[0]) if start >= end else None
        if exposed:
            end = exposed.end
            yield exposed


def url_passwords(line: str) -> Iterator[Exposed]:
    """Yield the passwords that stand in an address (`scheme://user:password@host`, RFC 3986)."""
    start = line.find("://")
    while start >= 0 and "@" in line:
        for pattern in _detector("basic_auth.BasicAuthDetector"):
            match = pattern.match(line, start, start + _LONGEST)
            if match and is_literal(match[1]):
                yield Exposed(Exposure.URL_PASSWORD, match.start(1), match.end(1))
        start = line.find("://", start + 3)


def _exposed_at(line: str, start: int, anchor: str) -> Exposed | None:
    for kind, patterns in _patterns(anchor):
        for pattern in patterns:
            match = pattern.match(line, start, start + _LONGEST)
            if match and not is_placeholder(match[0].strip("-")):
                return Exposed(kind, start, _token_end(line, match.end()))
    return None


def _token_end(line: str, start: int) -> int:
    """Issuers lengthen their tokens; a tail left over would survive a redaction."""
    stop = _not_of_token().search(line, start)
    return stop.start() if stop else len(line)


@cache
def _anchors() -> re.Pattern[str]:
    literals = {literal for table in (_DETECTORS, _OWN) for group in table for literal in group}
    ordered = sorted(literals, key=lambda literal: (-len(literal), literal))
    return re.compile(r"(?<![A-Za-z0-9_])(?:" + "|".join(map(re.escape, ordered)) + ")")


@cache
def _patterns(anchor: str) -> tuple[tuple[Exposure, tuple[re.Pattern[str], ...]], ...]:
    own = [
        (kind, (re.compile(shape, re.ASCII),))
        for group, (kind, shape) in _OWN.items()
        if any(anchor.startswith(literal) for literal in group)
    ]
    theirs = [
        (kind, _detector(path))
        for group, (kind, path) in _DETECTORS.items()
        if any(anchor.startswith(literal) for literal in group)
    ]
    return (*own, *theirs)


@cache
def _detector(path: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of one detector; the library costs 0.1 s to import, so only when needed."""
    module, name = path.split(".")
    detector = getattr(import_module(f"detect_secrets.plugins.{module}"), name)()
    return tuple(detector.denylist)


@cache
def _not_of_token() -> re.Pattern[str]:
    return re.compile(r"[^A-Za-z0-9_-]")
