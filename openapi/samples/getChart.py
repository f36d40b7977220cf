import json
import os
from urllib.request import Request, urlopen

url = "http://127.0.0.1:3000/api/v1/chart?since=2026-10-16&until=2026-10-16"
key = os.environ["HEADCOUNT_API_KEY"]
headers = {"Authorization": f"Token {key}"}
with urlopen(Request(url, headers=headers)) as response:
    chart = json.load(response)

print(len(chart["scatter"]), "reports")
for point in chart["line"]:
    if point["value"] is not None:
        print(point["t"], point["value"])
