import csv
import os
from urllib.request import Request, urlopen

url = "http://127.0.0.1:3000/api/v1/export.csv?since=2026-10-16&until=2026-10-16"
key = os.environ["HEADCOUNT_API_KEY"]
headers = {"Authorization": f"Token {key}"}
with urlopen(Request(url, headers=headers)) as response:
    text = response.read().decode()

for row in csv.DictReader(text.splitlines()):
    print(row["timestamp"], row["bucket"])
