// Prints who voted how at one meeting, as a table. Requires Node.js 20 or newer, no packages.
// Reads BASE_URL and REEVE_KEY from the environment. Optional arguments: municipality and meeting (by default, the newest
// with recorded votes).

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const key = process.env.REEVE_KEY
const [municipality = 'lowmere', chosen] = process.argv.slice(2)
const marks = { For: '+', Against: '-', Abstain: 'o', Absent: 'a', Recused: 'r', Other: '?' }

/** Returns a record; waits if the rate limit is reached. */
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
  return body.data
}

const meeting = chosen ?? (await get('meetings?has_recorded_votes=true&per_page=1'))[0].slug
// Only the full record of a motion has its votes.
const { title, date, motions } = await get(`meetings/${meeting}`)
const recorded = []
for (const { slug } of motions) {
  const motion = await get(`motions/${slug}`)
  if (motion.votes.length > 0) recorded.push(motion)
}

console.log(`${title}, ${date}: ${recorded.length} of ${motions.length} motions have votes`)
for (const [index, { result, tally, title: motion }] of recorded.entries()) {
  const counted = tally.for === null ? 'not counted' : `${tally.for} to ${tally.against}`
  console.log(`${String(index + 1).padStart(3)}. ${result ?? 'No result'} (${counted}): ${motion}`)
}

const names = [...new Set(recorded.flatMap(({ votes }) => votes.map((vote) => vote.person_name)))]
for (const name of names.sort((a, b) => a.localeCompare(b, 'en-CA'))) {
  const cells = recorded.map(({ votes }) => {
    const vote = votes.find((candidate) => candidate.person_name === name)
    return vote === undefined ? ' ' : marks[vote.vote_value]
  })
  console.log(`${name.padEnd(24)} ${cells.join(' ')}`)
}
