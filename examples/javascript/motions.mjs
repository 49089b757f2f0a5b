// Reads every motion, page by page, and counts the outcomes. Node 20 or newer, nothing to install.
// Takes BASE_URL and REEVE_KEY from the environment; the municipality may be given as an argument.

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const key = process.env.REEVE_KEY
const municipality = process.argv[2] ?? 'ottawa'

/** One answer as JSON; waits its turn when the key has used up its minute. */
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

/** Every item of a list, however many pages it has. */
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
  const word = result ?? 'no outcome on record'
  counts.set(word, (counts.get(word) ?? 0) + 1)
}
for (const [word, count] of [...counts].sort((a, b) => b[1] - a[1])) {
  console.log(`${String(count).padStart(5)}  ${word}`)
}
