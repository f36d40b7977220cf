import json
import os
from urllib.request import Request, urlopen

url = "http://127.0.0.1:3000/api/v1/status"
key = os.environ["HEADCOUNT_API_KEY"]
headers = {"Authorization": f"Token {key}"}
with urlopen(Request(url, headers=headers)) as response:
    status = json.load(response)

if status["has_estimate"]:
    people = round(status["estimate_value"])
    print("About", people, "people in line, probably", status["estimate_display"])
else:
    print(status["message"] or "No estimate")
