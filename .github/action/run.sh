#!/usr/bin/env bash
# Checks the memory in a job of GitHub Actions. Every value comes through the environment and is never code.
set -euo pipefail

# Nothing that an earlier job left on the disk is believed.
export CI=true
PATH="$RUNNER_TEMP/memory-verify/bin:$RUNNER_TEMP/memory-verify/Scripts:$PATH"
reports="$RUNNER_TEMP/memory-verify-reports"
mkdir -p "$reports"
rm -f "$reports/summary.md" "$reports/verify.sarif" "$reports/upload.sarif"

tell() { echo "$1=$2" >> "$GITHUB_OUTPUT"; }

stop() {
  echo "::error title=memory-verify::$2"
  tell status "$1"
  exit "$1"
}

# The revision that a pull request is judged against; nothing for a push.
base() {
  local tip="refs/remotes/origin/${GITHUB_BASE_REF:-}"
  if [ -n "${VERIFY_SINCE:-}" ]; then
    echo "$VERIFY_SINCE"
  elif [ -n "${GITHUB_BASE_REF:-}" ] && git rev-parse --verify --quiet "$tip^{commit}" > /dev/null; then
    echo "$tip"
  else
    echo "${VERIFY_BASE_COMMIT:-}"
  fi
}

if [ "$(git rev-parse --is-shallow-repository 2> /dev/null)" = true ]; then
  stop 3 "the checkout is shallow, so nothing was checked: give actions/checkout 'fetch-depth: 0'"
fi
since=$(base)
if [ "${GITHUB_EVENT_NAME:-}" = pull_request_target ] && git merge-base --is-ancestor HEAD "$since" 2> /dev/null; then
  stop 3 "pull_request_target checks the base out, so nothing of the pull request was checked: use pull_request"
fi

arguments=(check --require history --format github)
arguments+=(-o "markdown=$reports/summary.md" -o "sarif=$reports/verify.sarif")
[ -z "$since" ] || arguments+=("--since=$since")
[ -z "${VERIFY_FAIL_ON:-}" ] || arguments+=("--fail-on=$VERIFY_FAIL_ON")
[ -z "${VERIFY_CONFIG:-}" ] || arguments+=("--config=$VERIFY_CONFIG")
[ -z "${VERIFY_BASELINE:-}" ] || arguments+=("--baseline=$VERIFY_BASELINE")

status=0
memory-verify "${arguments[@]}" -- "${VERIFY_PATH:-.}" || status=$?
tell status "$status"

if [ "${VERIFY_SUMMARY:-true}" = true ] && [ -f "$reports/summary.md" ]; then
  # GitHub takes no more than a megabyte.
  head -c 1000000 "$reports/summary.md" >> "$GITHUB_STEP_SUMMARY"
fi
if [ -f "$reports/verify.sarif" ]; then
  tell sarif "$reports/verify.sarif"
  if [ "${VERIFY_UPLOAD:-false}" = true ]; then
    if [ -z "${VERIFY_HEAD_REPOSITORY:-}" ] || [ "$VERIFY_HEAD_REPOSITORY" = "$GITHUB_REPOSITORY" ]; then
      python -I "$(dirname "$0")/open_results.py" "$reports/verify.sarif" "$reports/upload.sarif"
      tell upload "$reports/upload.sarif"
    else
      echo "::notice title=memory-verify::a pull request from a fork may not write to code scanning, so nothing was uploaded"
    fi
  fi
fi
exit "$status"
