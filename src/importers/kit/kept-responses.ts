import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Validators } from './fetch-once.ts'
import { parseJson } from './parse-json.ts'
import { writeWhole } from './resume-cache.ts'

/** A response with what says later whether it is still the same. */
export interface KeptResponse {
  text: string
  validators: Validators
}

/** The last response of each URL, in a folder, which stands for a 304. What cannot be kept is requested again. */
export class KeptResponses {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async get(url: string): Promise<KeptResponse | undefined> {
    const whole = await readFile(this.#pathOf(url), 'utf8').catch(() => '')
    const end = whole.indexOf('\n')
    const parsed = parseJson(whole.slice(0, Math.max(0, end)))
    const head = parsed.ok ? (parsed.value as Partial<Validators> & { length?: number }) : null
    const text = whole.slice(end + 1)
    if (head?.length !== text.length) return undefined
    const { etag = null, lastModified = null } = head
    return { text, validators: { etag, lastModified } }
  }

  async set(url: string, { text, validators }: KeptResponse): Promise<void> {
    const path = this.#pathOf(url)
    if (validators.etag === null && validators.lastModified === null)
      return rm(path, { force: true }).catch(() => undefined)
    const head = JSON.stringify({ ...validators, length: text.length })
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeWhole(path, `${head}\n${text}`)
    } catch {
      await rm(`${path}.part`, { force: true }).catch(() => undefined)
    }
  }

  /** Deletes the responses of all other URLs. */
  async keepOnly(urls: readonly string[]): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const kept = urls.map((url) => this.#pathOf(url))
    const paths = names.map((name) => join(this.#folder, name))
    for (const path of paths.filter((path) => !kept.includes(path))) await rm(path, { force: true })
  }

  // A URL may have a secret, which no name of a file shows.
  #pathOf(url: string): string {
    return join(this.#folder, createHash('sha256').update(url).digest('hex'))
  }
}
