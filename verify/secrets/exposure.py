"""The value types of the secret search."""

from enum import Enum

from msgspec import Struct


class Exposure(Enum):
    """Every kind of value that does not belong in a shared memory file."""

    ANTHROPIC_KEY = "anthropic-key"
    AWS_ACCESS_KEY = "aws-access-key"
    AZURE_STORAGE_KEY = "azure-storage-key"
    DIGITALOCEAN_TOKEN = "digitalocean-token"
    ENCRYPTION_KEY = "encryption-key"
    GITHUB_TOKEN = "github-token"
    GITLAB_TOKEN = "gitlab-token"
    GOOGLE_API_KEY = "google-api-key"
    HUGGING_FACE_TOKEN = "hugging-face-token"
    JSON_WEB_TOKEN = "json-web-token"
    NPM_TOKEN = "npm-token"
    OPENAI_KEY = "openai-key"
    PRIVATE_KEY = "private-key"
    PYPI_TOKEN = "pypi-token"
    SENDGRID_KEY = "sendgrid-key"
    SLACK_TOKEN = "slack-token"
    SQUARE_SECRET = "square-secret"
    STRIPE_KEY = "stripe-key"
    URL_PASSWORD = "url-password"
    AUTHORIZATION_HEADER = "authorization-header"
    CREDENTIAL_ASSIGNMENT = "credential-assignment"

    EMAIL_ADDRESS = "email-address"
    HOME_FOLDER = "home-folder"
    PAYMENT_CARD = "payment-card"
    PHONE_NUMBER = "phone-number"
    SOCIAL_SECURITY_NUMBER = "social-security-number"


class Exposed(Struct, frozen=True):
    """One exposed value: its kind and the character span of the value in its line."""

    kind: Exposure
    start: int
    end: int
