#!/usr/bin/env bash
# What decides which packages are installed. hashFiles() sees only the workspace, where the action does not lie.
set -euo pipefail
digest=$(git hash-object --no-filters "$GITHUB_ACTION_PATH/pyproject.toml")
echo "digest=$digest" >> "$GITHUB_OUTPUT"
