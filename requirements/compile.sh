#!/usr/bin/env bash
# Pin every dependency by version and hash; run by hand (it needs uv), never by `make setup`.
# What is younger than a week is left out: a bad release is usually found within days.
set -euo pipefail
cd "$(dirname "$0")/.."

week_ago=$(date --utc --date='7 days ago' +%Y-%m-%dT00:00:00Z)
pin() {
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --exclude-newer "$week_ago" \
        --no-annotate --no-header --no-emit-index-url --no-emit-find-links --output-file "$@"
}

: > requirements/core.txt
pin requirements/core.txt pyproject.toml
for extra in audio hindsight llm mcp postgres web; do
    pin "requirements/$extra.txt" pyproject.toml --constraints requirements/core.txt --extra "$extra"
done
for group in build test docs training; do
    pin "requirements/$group.txt" --constraints requirements/core.txt --group "$group"
done
uv pip compile --quiet --no-deps --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
    --no-emit-index-url --no-emit-find-links --output-file requirements/hindsight-server.txt \
    requirements/hindsight-server.in # the server's packages as they were seen to work together, without what it never uses
