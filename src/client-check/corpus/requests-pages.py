"""A good client: reads all pages with requests, which tries again as its adapter is told."""
import os
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

BASE = os.environ["HEADCOUNT_URL"]
session = requests.Session()
session.headers["Authorization"] = "Token " + os.environ["HEADCOUNT_API_KEY"]
session.mount(BASE, HTTPAdapter(max_retries=Retry(total=3, backoff_factor=0.5, status_forcelist=[503])))

url, params, count = BASE + "/api/v1/reports", {"limit": 200}, 0
while url is not None:
    if urlsplit(url)[:2] != urlsplit(BASE)[:2]:
        raise SystemExit("next is at another origin: " + url)
    response = session.get(url, params=params, timeout=10)
    response.raise_for_status()
    page = response.json()
    count += len(page["results"])
    url, params = page["next"], None
print(count, "reports")
