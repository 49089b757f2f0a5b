#!/usr/bin/env bash
# A tour of the API with curl. Reads BASE_URL and REEVE_KEY from the environment.
set -euo pipefail

base=${BASE_URL:-http://localhost:8080}
key=${REEVE_KEY:?set REEVE_KEY to your key}

request() {
  printf '\n# GET %s\n' "$1"
  curl --silent --show-error --fail --header "X-API-Key: $key" "$base$1"
  printf '\n'
}

printf '# Does the service run? This needs no key.\n'
curl --silent --show-error --fail "$base/api/v1/health"
printf '\n'

request '/api/v1/lowmere/test'
request '/api/v1/lowmere/meetings?organization=town-council&per_page=2'
request '/api/v1/lowmere/bylaws/by-law-4102'
request '/api/v1/lowmere/people?is_councillor=true&name=pell'
request '/api/v1/lowmere/motions?result=Defeated&per_page=1'
request '/api/v1/lowmere/search?q=%22bike+lanes%22&type=motions'

printf '\n# Open Civic Data, without a key.\n'
curl --silent --show-error --fail "$base/api/ocd/lowmere/votes?per_page=1"
printf '\n'
