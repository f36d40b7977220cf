import json
import os
from urllib.request import Request, urlopen

url = "http://127.0.0.1:3000/api/v1/reports?limit=3"
key = os.environ["HEADCOUNT_API_KEY"]
headers = {"Authorization": f"Token {key}"}
with urlopen(Request(url, headers=headers)) as response:
    page = json.load(response)

for report in page["results"]:
    print(report["id"], report["created_at"], report["bucket"])
if page["next"] is not None:
    print("More:", page["next"])
