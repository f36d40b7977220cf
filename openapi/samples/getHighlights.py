import json
import os
from urllib.request import Request, urlopen

url = "http://127.0.0.1:3000/api/v1/highlights?days=7"
key = os.environ["HEADCOUNT_API_KEY"]
headers = {"Authorization": f"Token {key}"}
with urlopen(Request(url, headers=headers)) as response:
    highlights = json.load(response)["highlights"]

for highlight in highlights:
    photo = highlight["photo"]
    print(highlight["date"], photo["caption"], photo["image_url"])
