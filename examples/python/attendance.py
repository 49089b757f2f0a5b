"""Prints how often each councillor was present. Python 3.9 or newer, nothing to install.

Takes BASE_URL and REEVE_KEY from the environment; the municipality may be given as an argument.
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
MUNICIPALITY = sys.argv[1] if len(sys.argv) > 1 else "ottawa"


def get(path):
    """One answer as JSON; waits its turn when the key has used up its minute."""
    request = urllib.request.Request(
        f"{BASE}/api/v1/{MUNICIPALITY}/{path}", headers={"X-API-Key": KEY}
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refused:
        if refused.code == 429:
            time.sleep(int(refused.headers["Retry-After"]))
            return get(path)
        error = json.load(refused)["error"]
        sys.exit(f"{error['code']}: {error['message']}")


def every(path, **filters):
    """Every item of a list, however many pages it has."""
    query = {"per_page": 100, **filters}
    while True:
        answer = get(f"{path}?{urllib.parse.urlencode(query)}")
        yield from answer["data"]
        query["cursor"] = answer["pagination"]["next_cursor"]
        if query["cursor"] is None:
            return


for person in every("people", is_councillor="true"):
    summary = get(f"people/{person['slug']}")["data"]["attendance_summary"]
    print(f"{person['name']:<24} {summary['present']:>3} of {summary['meetings']:>3} meetings")
