"""Prints how often each councillor was present. Requires Python 3.9 or newer, no packages.

Reads BASE_URL and REEVE_KEY from the environment. Optional argument: municipality.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ.get("BASE_URL", "http://localhost:8080")
KEY = os.environ.get("REEVE_KEY", "")
MUNICIPALITY = sys.argv[1] if len(sys.argv) > 1 else "lowmere"


def get(path):
    """Return a response as JSON; wait if the rate limit is reached."""
    request = urllib.request.Request(
        f"{BASE}/api/v1/{MUNICIPALITY}/{path}", headers={"X-API-Key": KEY}
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as response:
        if response.code == 429:
            time.sleep(int(response.headers["Retry-After"]))
            return get(path)
        error = json.load(response)["error"]
        sys.exit(f"{error['code']}: {error['message']}")


def items(path, **filters):
    """Yield every item of a list, page by page."""
    query = {"per_page": 100, **filters}
    while True:
        page = get(f"{path}?{urllib.parse.urlencode(query)}")
        yield from page["data"]
        query["cursor"] = page["pagination"]["next_cursor"]
        if query["cursor"] is None:
            return


for person in items("people", is_councillor="true"):
    summary = get(f"people/{person['slug']}")["data"]["attendance_summary"]
    print(f"{person['name']:<24} {summary['present']:>3} of {summary['meetings']:>3} meetings")
