import json
import os
from urllib.request import Request, urlopen

url = "http://127.0.0.1:3000/api/v1/patterns?since=2026-09-01&until=2026-10-31"
key = os.environ["HEADCOUNT_API_KEY"]
headers = {"Authorization": f"Token {key}"}
with urlopen(Request(url, headers=headers)) as response:
    patterns = json.load(response)

for row in patterns["by_hour"]:
    if row["value"] is not None:
        print(f"{row['hour']}:00", row["value"])
