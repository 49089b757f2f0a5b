"""Keeps a copy of a council's record in a JSON file, and fetches again only when something changed.

Uses the Open Civic Data family, which needs no key. Python 3.9 or newer, nothing to install. Takes BASE_URL from the
environment; the file and the municipality may be given as arguments. Run it as often as you like.
"""

import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

BASE = os.environ.get("BASE_URL", "http://localhost:8080")
FILE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "mirror.json")
MUNICIPALITY = sys.argv[2] if len(sys.argv) > 2 else "ottawa"
LISTS = ["organizations", "people", "events", "bills", "votes"]


def get(path, etag=None):
    """An answer and its ETag; (None, etag) when nothing has changed since that ETag."""
    request = urllib.request.Request(f"{BASE}/api/ocd/{MUNICIPALITY}/{path}")
    if etag:
        request.add_header("If-None-Match", etag)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response), response.headers["ETag"]
    except urllib.error.HTTPError as answer:
        if answer.code == 304:
            return None, etag
        raise


def every(name):
    """Every entity of a list, by id, with the moment at which it last changed."""
    entities, page, last = {}, 1, 1
    while page <= last:
        answer, _ = get(f"{name}?per_page=100&page={page}")
        entities.update({entity["id"]: entity for entity in answer["results"]})
        page, last = page + 1, answer["pagination"]["max_page"]
    return entities


def changed_at():
    """When the record last changed: it moves with every import that changed something."""
    return get("jurisdictions")[0]["results"][0]["updated_at"]


mirror = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"etag": None, "lists": {}}
answer, etag = get("jurisdictions", mirror["etag"])
if answer is None:
    print("Nothing has changed.")
    sys.exit()

lists, before = {}, None
# An import in the middle would mix two states of the record; so read until none came between.
while before != changed_at():
    before = changed_at()
    lists = {name: every(name) for name in LISTS}

for name in LISTS:
    old, new = mirror["lists"].get(name, {}), lists[name]
    fresh = [key for key in new if old.get(key, {}).get("updated_at") != new[key]["updated_at"]]
    gone = [key for key in old if key not in new]
    print(f"{name:<14} {len(new):>5} in all, {len(fresh)} new or changed, {len(gone)} gone")

FILE.write_text(json.dumps({"etag": etag, "lists": lists}, ensure_ascii=False), "utf-8")
