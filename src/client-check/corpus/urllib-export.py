"""A good client: averages the export and prints the line, with the standard library alone."""
import csv
import io
import json
import os
import re
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def get(path):
    request = Request(os.environ["HEADCOUNT_URL"] + "/api/v1/" + path)
    # An ordinary header would follow redirects to other hosts.
    request.add_unredirected_header("Authorization", "Token " + os.environ["HEADCOUNT_API_KEY"])
    with urlopen(request, timeout=10) as response:
        return response.read().decode("utf-8-sig")


try:
    status = json.loads(get("status"))
    rows = list(csv.DictReader(io.StringIO(get("export.csv?since=2026-11-01&until=2026-11-20"))))
except HTTPError as error:
    sys.exit(f"{error.code}: {error.read().decode()}")
people = [int(re.findall(r"\d+", row["bucket"])[0]) for row in rows]
print(status["estimate_display"] if status["has_estimate"] else status["message"], sum(people) / max(1, len(people)))
