"""Keeps a copy of a council's data in a JSON file and downloads it again only if something changed.

Uses the Open Civic Data API, which needs no key. Requires Python 3.9 or newer, no packages. Reads BASE_URL from the
environment. Optional arguments: file and municipality. Safe to repeat.
"""

import json
import os
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ.get("BASE_URL", "http://localhost:8080")
FILE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "mirror.json")
MUNICIPALITY = sys.argv[2] if len(sys.argv) > 2 else "lowmere"
LISTS = ["organizations", "people", "events", "bills", "votes"]


def get(path, etag=None):
    """Return a response and its ETag, or (None, etag) if nothing changed since that ETag."""
    request = urllib.request.Request(f"{BASE}/api/ocd/{MUNICIPALITY}/{path}")
    if etag:
        request.add_header("If-None-Match", etag)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response), response.headers["ETag"]
    except urllib.error.HTTPError as error:
        if error.code == 304:
            return None, etag
        raise


def read_all(name, mirrored):
    """Return all records of a list by id, with their details; unchanged ones as they were mirrored."""
    changed_at, number, last = {}, 1, 1
    while number <= last:
        page, _ = get(f"{name}?per_page=100&page={number}")
        changed_at.update({record["id"]: record["updated_at"] for record in page["results"]})
        number, last = number + 1, page["pagination"]["max_page"]
    records = {key: mirrored.get(key) for key in changed_at}
    for key, record in records.items():
        if not record or record["updated_at"] != changed_at[key]:
            records[key], _ = get(f"{name}/{urllib.parse.quote(key, safe='')}")
    return records


def changed_at():
    """Return when an import last changed something."""
    return get("jurisdictions")[0]["results"][0]["updated_at"]


mirror = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"etag": None, "lists": {}}
response, etag = get("jurisdictions", mirror["etag"])
if response is None:
    print("Nothing has changed.")
    sys.exit()

lists, before = mirror["lists"], None
# An import during the walk would mix two states, so repeat until none happened.
while before != changed_at():
    before = changed_at()
    try:
        lists = {name: read_all(name, lists.get(name, {})) for name in LISTS}
    except urllib.error.HTTPError as error:
        # A record of the list was removed before its details were read.
        if error.code != 404 or before == changed_at():
            raise

for name in LISTS:
    old, new = mirror["lists"].get(name, {}), lists[name]
    changed = [key for key in new if old.get(key, {}).get("updated_at") != new[key]["updated_at"]]
    removed = [key for key in old if key not in new]
    print(f"{name:<14} {len(new):>5} in all, {len(changed)} new or changed, {len(removed)} removed")

FILE.write_text(json.dumps({"etag": etag, "lists": lists}, ensure_ascii=False), "utf-8")
