from verify.model.report import Report


def render(report: Report) -> str:
    return "".join(f"{f.location}: {f.message}\n" for f in report.findings)
