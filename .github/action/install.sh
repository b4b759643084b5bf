#!/usr/bin/env bash
# Installs the version that the action was pinned to, apart from the Python of the job.
set -euo pipefail
# In the checkout a venv.py or pip.py of the pull request would be run; -I keeps Python from looking there.
cd "$RUNNER_TEMP"
"$VERIFY_PYTHON" -I -m venv "$RUNNER_TEMP/memory-verify"
for bin in "$RUNNER_TEMP/memory-verify/bin" "$RUNNER_TEMP/memory-verify/Scripts"; do
  if [ -d "$bin" ]; then
    "$bin/python" -I -m pip install --quiet --disable-pip-version-check "$GITHUB_ACTION_PATH"
  fi
done
