"""Copies a SARIF log without what is ignored: code scanning would show that as open alerts."""

import json
import sys
from pathlib import Path

source, target = map(Path, sys.argv[1:])
log = json.loads(source.read_text(encoding="utf-8"))
for run in log["runs"]:
    run["results"] = [result for result in run["results"] if not result["suppressions"]]
target.write_text(json.dumps(log), encoding="utf-8")
