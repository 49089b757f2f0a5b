import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { openWriteStore } from '../src/store/open.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import { exchange } from './kit/socket.ts'
import { percent, spellings } from './kit/spellings.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

async function run({ size, seed }: Order): Promise<Outcome> {
  const reeve = newReeve()
  const results = new Results()
  try {
    const serving = await reeve.serve(['--demo'], { LOG_LEVEL: 'trace', RATE_LIMIT: '3' })
    const demoKey = /rv_[0-9a-f]{64}/.exec(await serving.printed(/curl .*\n/))?.[0] ?? 'none'
    const keys = [demoKey, ...(await plant(reeve, size))]
    const random = new Random(seed)
    for (const key of keys) await useEverywhere(serving.port, key, random, results)
    const response = await fetch(`http://127.0.0.1:${serving.port}/api/v1/health`)
    if (!response.ok) results.fail('the server did not survive')
    // A killed server leaves its journal, which is searched too.
    serving.signal('SIGKILL')
    const { stdout, stderr } = await serving.ended
    search(reeve, keys, { stdout, stderr }, demoKey, results)
    linesAreJson(stdout, results)
    return results.outcome({ keys: keys.length, logBytes: stdout.length + stderr.length })
  } finally {
    await reeve.remove()
  }
}

/** Creates keys on another handle to the database of the running server. */
async function plant(reeve: Reeve, size: number): Promise<string[]> {
  const store = openWriteStore(`sqlite:${join(reeve.folder, 'data/reeve.db')}`)
  const keys: string[] = []
  for (let i = 0; i < size; i += 1) {
    const account = { email: `a${i}@town.example`, name: `key ${i}`, keysMax: 1 }
    keys.push((await createKeyForEmail(store, account, systemClock)).key)
  }
  await store.close()
  return keys
}

/** Sends a key in valid and invalid positions; the response must not contain it, unless it was in the path. */
async function useEverywhere(
  port: number,
  key: string,
  random: Random,
  results: Results,
): Promise<void> {
  const list = '/api/v1/lowmere/people'
  const queries = [
    'apikey',
    '%61pikey',
    'ApiKey',
    'APIKEY',
    'api_key',
    'key',
    'q',
    'cursor',
    'name',
    'per_page',
    'apikey[]',
  ]
  const headers = [
    'x-api-key',
    'authorization',
    'cookie',
    'referer',
    'user-agent',
    'x-request-id',
    'if-none-match',
    'prefer',
    'accept',
    'origin',
    'x-forwarded-for',
  ]
  const requests: [path: string, headers: Record<string, string>, method?: string][] = [
    ...queries.map((name): [string, Record<string, string>] => [`${list}?${name}=${key}`, {}]),
    ...queries.map((name): [string, Record<string, string>] => [
      `/api/ocd/lowmere/people?${name}=${key}`,
      { prefer: 'handling=strict' },
    ]),
    ...headers.map((name): [string, Record<string, string>] => [list, { [name]: key }]),
    [`${list}?apikey=${key}&apikey=${key}`, {}],
    [`${list}?apikey=${percent(key)}`, {}],
    [`${list}?apikey=${key.toUpperCase()}`, {}],
    [`${list}?apikey=${key}&per_page=0`, {}],
    [`/nowhere?apikey=${key}`, {}],
    [`${list}?apikey=${key}&x=${'x'.repeat(9000)}`, {}],
    [`${list}?apikey=${key}`, {}, 'POST'],
    [`${list}?apikey=${key}`, {}, 'HEAD'],
    [`${list}?apikey=${key}`, {}, 'OPTIONS'],
    ['/api/v1/docs/', { 'x-api-key': key }],
  ]
  for (const [path, sent, method = 'GET'] of requests) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: sent, method })
    results.note(response.status)
    const shown = `${await response.text()} ${JSON.stringify([...response.headers])}`
    if (shown.includes(key)) results.fail(`a response to ${method} ${path} contains the key`)
  }
  const inPath = [
    `/api/v1/${key}/people`,
    `${list}/${key}`,
    `/api/ocd/lowmere/people/${key}`,
    `/${key}`,
    `${list};apikey=${key}`,
  ]
  for (const path of inPath) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-api-key': key },
    })
    results.note(response.status)
    await response.text()
  }
  const raw = [
    `GET ${list}?apikey=${key} HTTP/1.1\r\n\r\n`,
    `GET ${list}?apikey=${key}\r\n\r\n`,
    `GET ${list}?apikey=${key} HTTP/9.9\r\n\r\n`,
    `${key} / HTTP/1.1\r\n\r\n`,
    `GET ${list} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\0\r\n\r\n`,
    `GET ${list} HTTP/1.1\r\nHost: x\r\nX-API-Key : ${key}\r\n\r\n`,
    `GET ${list} HTTP/1.1\r\nHost: x\r\n${key}: ${key}\r\n${key}\r\n\r\n`,
    `GET ${list} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    `GET ${list} HTTP/1.1\r\nHost: ${key}\r\nHost: ${key}\r\n\r\n`,
    `CONNECT ${key}:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
    `POST ${list} HTTP/1.1\r\nHost: x\r\nContent-Length: ${key.length}\r\n\r\n${key}`,
    `POST ${list} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${key}\r\n\r\n`,
    `GET ${list} HTTP/1.1\r\nHost: x\r\nExpect: ${key}\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
  ]
  const cut = random.pick(raw)
  for (const bytes of [...raw, cut.slice(0, random.below(cut.length))]) {
    const { responses } = await exchange(port, [bytes], { halfClose: !bytes.includes('\r\n\r\n') })
    for (const { status, body } of responses) {
      results.note(status)
      const echoed = body.includes(key) && !bytes.startsWith('CONNECT')
      if (echoed)
        results.fail(`a response to ${JSON.stringify(bytes.slice(0, 60))} contains the key`)
    }
  }
}

function search(
  reeve: Reeve,
  keys: readonly string[],
  printed: { stdout: string; stderr: string },
  demoKey: string,
  results: Results,
): void {
  const folder = join(reeve.folder, 'data')
  const files = readdirSync(folder)
  if (!files.includes('reeve.db-wal')) results.fail('there is no journal to search')
  const banner = printed.stdout.split('\n').filter((line) => line.includes(demoKey))
  if (banner.length !== 2 || !banner.every((line) => /^ {2}(Key|curl) /.test(line)))
    results.fail(`the demo key is in ${banner.length} lines`)
  const locations: [name: string, text: string][] = [
    ['stdout', banner.reduce((text, line) => text.replace(line, ''), printed.stdout)],
    ['stderr', printed.stderr],
    ...files.map((name): [string, string] => [name, readFileSync(join(folder, name), 'latin1')]),
  ]
  for (const [location, text] of locations) {
    for (const key of keys) {
      const leak = spellings(key).find(([, spelt]) => text.includes(spelt))
      if (leak !== undefined) results.fail(`a key lies ${leak[0]} in ${location}`)
    }
  }
}

/** Apart from the banner, each line of output must be one JSON object. */
function linesAreJson(stdout: string, results: Results): void {
  const lines = stdout
    .split('\n')
    .filter((line) => line !== '' && !/^(Reeve| {2}|Try it)/.test(line))
  const odd = lines.find((line) => !/^\{"level":\d+,.*\}$/.test(line))
  if (odd !== undefined) results.fail(`a log line is not one JSON object: ${odd.slice(0, 200)}`)
  if (lines.length < results.requests / 4) results.fail(`only ${lines.length} lines were logged`)
}

export const canaries: StressTest = {
  name: 'canaries',
  about: 'keys in every part of a request appear in no response, log line, database or journal',
  counts: 'keys in addition to the demo key',
  sizes: { small: 10, large: 1000 },
  run,
}
