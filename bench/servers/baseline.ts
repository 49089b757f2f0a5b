import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Subject } from '../kit/subject.ts'
import { startScript } from './script.ts'

/** A response without the headers that Node adds itself. */
interface Recorded {
  path: string
  /** Alternating names and values. */
  headers: string[]
  /** Base64. */
  body: string
}

const ofNode = new Set(['date', 'connection', 'keep-alive'])

/** Starts a node:http server that writes the same bytes as `model`, after a query if `databaseUrl` is given. */
export async function startBaseline(
  model: Subject,
  paths: readonly string[],
  databaseUrl?: string,
): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bare-'))
  try {
    const file = join(folder, 'responses.json')
    const responses: Recorded[] = []
    for (const path of paths) {
      // The second response comes from the cache, whose headers have the measured order.
      await record(model, path)
      responses.push(await record(model, path))
    }
    writeFileSync(file, JSON.stringify(responses))
    // The server has read the file before it prints its port.
    const [name, args] =
      databaseUrl === undefined
        ? ['node:http baseline', [file]]
        : ['node:http baseline + query', [file, databaseUrl]]
    return { ...(await startScript(name, 'servers/baseline.mjs', args)), keys: model.keys }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function record({ port, keys }: Subject, path: string): Promise<Recorded> {
  const key = keys[0] === undefined ? {} : { 'X-API-Key': keys[0] }
  const outgoing = request({ host: '127.0.0.1', port, path, headers: key, agent: false })
  outgoing.setHeader('Connection', 'keep-alive')
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject).end()
  })
  const body = await buffer(response)
  outgoing.destroy()
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} to ${path}`)
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
  const headers = names.flatMap((name, index) =>
    ofNode.has(name.toLowerCase()) ? [] : [name, response.rawHeaders[index * 2 + 1] ?? ''],
  )
  return { path, headers, body: body.toString('base64') }
}
