"""What Lethe may refuse of a request that is right by its OpenAPI document.

Schemathesis' own check, `positive_data_acceptance`, takes a 400 or a 422 as a contradiction of the document. Some rules no
JSON schema can say: what has to exist, what goes with what, how long a text is in bytes. They are listed here, by the sentences
that the API answers with; any other refusal of such a request fails.
"""

import re

import schemathesis
from schemathesis.generation import GenerationMode

# What Schemathesis sends, as if it were right, for a header of whose pattern it can make no text.
UNMADE = "0"
REFUSING = {400, 413, 422}

# Of what is opaque, or known only once it is looked up.
CODES = {
    "destination_not_supported",
    "idempotency_key_reused",
    "invalid_cursor",
    "source_disabled",
    "source_not_connected",
}

# Paths of what another document describes: the definition of a destination's type.
PATHS = r"(config|destinationConfig)\."

# Sentences of `details`.
SENTENCES = [
    # of things that have to exist, and to be of a kind
    r"there is none with this id (in the workspace|here)",
    r"is no destination of this workspace",
    r"there is no (source|destination|destination type) ",
    r"destination \".*\" ",
    r"has no identifier that destination ",
    # of users: invisible characters, and names that are nearly others
    r"must be a non-empty string",
    r"must be a string that is not empty",
    r"must contain a printable character",
    r"is not a known member; did you mean ",
    # of two members, or of a member and the path or the stored one
    r"must not be given together with ",
    r"is required, unless transformationId or destinationId says what runs",
    r"goes only with (regulationType |a userId|identifiers: full)",
    r"must name the user by one of ",
    r"must be in the future",
    r"must have token or code, one of them",
    # of pages in a browser: no program is one
    r"must be same-origin; or absent, and Origin ",
    r"must be given, and no later than ",
    r"is required for regulationType ",
    r"has no effect with dry_run",
    r'is for "complete" only',
    r"must be that of the path, or absent",
    r"must stay ",  # and stages within those that there are
    r"is made by Lethe and cannot be chosen",
    # of what JSON can hold and PostgreSQL or JavaScript cannot
    r"(the name )?must not contain (U\+0000|a lone surrogate)",
    r"is an integer beyond ",
    # of imports: columns and delimiters are texts of a form, and the file ends where it was said to
    r"must (be column=identifier|say which column is the userId|be one character)",
    r"(must name each column by its position|names a column by what looks like|is for CSV)",
    r"must not hold more than \d+ columns",
    r"is \d+, and the file has ",
    # of names that are free but for some characters, and of a length in bytes
    r"is (not a usable|a reserved) name",
    r"must not be longer than \d+ bytes",
    r"must not be larger than ",
]
# A path may hold anything: names of members are part of it.
KNOWN = re.compile(f"{PATHS}|.*: ({'|'.join(SENTENCES)})", re.DOTALL)


@schemathesis.check
def refused_only_for_what_a_schema_cannot_say(ctx, response, case):
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return None
    if response.status_code not in REFUSING:
        return None
    if (case.headers or {}).get("If-Match") == UNMADE:
        return None
    error = response.json()
    if error["code"] in CODES:
        return None
    refused = [f"{path}: {text}" for path, text in error.get("details", {}).items()]
    unknown = [one for one in refused if not KNOWN.match(one)]
    if unknown or "details" not in error:
        raise AssertionError(f"right by the document, and refused: {'; '.join(unknown) or error}")
    return None
