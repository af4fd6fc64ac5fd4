"""One settings file. What differs between installations comes from the environment.

Production values are the default: DEBUG is off, sessions are strict, every answer carries a
content security policy. README lists every variable read here; a test holds it to that.
"""

import sys
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from tuppiliitto.secret import read_or_make_secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
TESTING = "pytest" in sys.modules

# --- where things are kept ------------------------------------------------------------------
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
DATA_DIR.mkdir(parents=True, exist_ok=True)
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret(DATA_DIR / "secret-key")

DATABASES = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'site.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A write takes its lock at once: otherwise two writers read, and one of them fails.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: a score sheet that was answered "saved" outlives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # Threads and processes of the tests share one database, so it must be a file.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- where the site is reached --------------------------------------------------------------
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{PORT}").rstrip("/")
HTTPS = env.bool("HTTPS", default=False)
# A hall network gives the laptop an address nobody knows beforehand. Links in print and QR codes
# are made from SITE_URL and never from what a request claims, so any name may be answered there.
ALLOWED_HOSTS = (
    ["*"]
    if HOST == "0.0.0.0"  # noqa: S104 - compared, not bound
    else ["localhost", "127.0.0.1", "[::1]", HOST, urlsplit(SITE_URL).hostname or "localhost"]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL] if HTTPS else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "tournaments.views.kept.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # The style sheet's own small pictures (arrows of select boxes) are data: addresses.
        "img-src": [SELF, "data:"],
        # The page at a table opens again without a network by a worker of the site's own.
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- demo events ----------------------------------------------------------------------------
DEMO = env.bool("DEMO", default=True)
DEMO_PASSWORD = env.str("DEMO_PASSWORD", default="")

# --- Django ---------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
INSTALLED_APPS = [
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "axes",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournaments.middleware.WellFormedMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.middleware.ChosenLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.middleware.UnchangedMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.middleware.SignInMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.middleware.PolicyMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "tuppiliitto.urls"
WSGI_APPLICATION = "tuppiliitto.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.context_processors.event",
            ],
        },
    },
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Hashed names need a collected folder; a live test server has none.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns where there is none yet
WHITENOISE_USE_FINDERS = DEBUG
# Messages travel in a cookie: in the session each would cost a write of its own.
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

# --- people ---------------------------------------------------------------------------------
AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
# A hall shares one address: a name and an address are counted together.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "tournaments.views.accounts.locked_out"
AXES_ENABLED = not TESTING
AXES_VERBOSE = False

# --- language and time ----------------------------------------------------------------------
LANGUAGE_CODE = "fi"
LANGUAGES = [("fi", _("Finnish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
TIME_ZONE = "Europe/Helsinki"
USE_TZ = True

# --- limits on what comes in ------------------------------------------------------------------
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# --- what the log says ------------------------------------------------------------------------
# With DEBUG off, Django's default sends errors to mail only; a hall has none.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"quiet": {"()": "tuppiliitto.quiet_logs.WithoutSecrets"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["quiet"]}
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # A wrong address or role is the visitor's affair: told on the page, not in the terminal.
    "loggers": {"django.request": {"level": "ERROR"}, "django.security.csrf": {"level": "ERROR"}},
}
