import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Subject } from '../kit/subject.ts'
import { startScript } from './script.ts'

/** An answer as it was written, but for the headers that Node writes itself. */
interface Recorded {
  path: string
  /** Names and values in turn, as they came. */
  headers: string[]
  /** Base64. */
  body: string
}

const ofNode = new Set(['date', 'connection', 'keep-alive'])

/**
 * Starts a bare node:http server that writes the same bytes as another one does for these paths; with `asked`, the address
 * of a PostgreSQL, after a question to it.
 */
export async function startBare(
  model: Subject,
  paths: readonly string[],
  asked?: string,
): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bare-'))
  try {
    const file = join(folder, 'answers.json')
    const answers: Recorded[] = []
    for (const path of paths) {
      // Asked before, it is the page that is sent again whose headers are told in their order.
      await record(model, path)
      answers.push(await record(model, path))
    }
    writeFileSync(file, JSON.stringify(answers))
    // It has read the file when it says where it listens.
    const [name, words] =
      asked === undefined
        ? ['bare node:http', [file]]
        : ['bare node:http + a question', [file, asked]]
    return { ...(await startScript(name, 'servers/bare.mjs', words)), keys: model.keys }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function record({ port, keys }: Subject, path: string): Promise<Recorded> {
  const key = keys[0] === undefined ? {} : { 'X-API-Key': keys[0] }
  const asked = request({ host: '127.0.0.1', port, path, headers: key, agent: false })
  asked.setHeader('Connection', 'keep-alive')
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end()
  })
  const body = await buffer(answer)
  asked.destroy()
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} to ${path}`)
  const names = answer.rawHeaders.filter((_, index) => index % 2 === 0)
  const headers = names.flatMap((name, index) =>
    ofNode.has(name.toLowerCase()) ? [] : [name, answer.rawHeaders[index * 2 + 1] ?? ''],
  )
  return { path, headers, body: body.toString('base64') }
}
