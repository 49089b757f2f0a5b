// Reads every motion, page by page, and counts the results. Requires Node.js 20 or newer, no packages.
// Reads BASE_URL and REEVE_KEY from the environment. Optional argument: municipality.

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const key = process.env.REEVE_KEY
const municipality = process.argv[2] ?? 'lowmere'

/** Returns a response as JSON; waits if the rate limit is reached. */
async function get(path) {
  const response = await fetch(`${base}/api/v1/${municipality}/${path}`, {
    headers: { 'X-API-Key': key ?? '' },
  })
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return get(path)
  }
  const body = await response.json()
  if (!response.ok) throw new Error(`${body.error.code}: ${body.error.message}`)
  return body
}

/** Yields every item of a list, page by page. */
async function* all(path) {
  let cursor = null
  do {
    const query = new URLSearchParams({ per_page: '100', ...(cursor === null ? {} : { cursor }) })
    const { data, pagination } = await get(`${path}?${query}`)
    yield* data
    cursor = pagination.next_cursor
  } while (cursor !== null)
}

const counts = new Map()
for await (const { result } of all('motions')) {
  const word = result ?? 'no result on record'
  counts.set(word, (counts.get(word) ?? 0) + 1)
}
for (const [word, count] of [...counts].sort((a, b) => b[1] - a[1])) {
  console.log(`${String(count).padStart(5)}  ${word}`)
}
