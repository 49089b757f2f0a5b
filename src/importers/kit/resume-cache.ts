import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { SourceError } from '../source.ts'
import { parseJson } from './parse-json.ts'
import { readTextFile } from './text-file.ts'

export type CachedResponse = { value: unknown } | { absent: 404 }

// Shorter than the window that `--since` reads again, so that the next import finds a change hidden by a cached response.
const ageMaxMs = dayMs

/** The responses of an unfinished import, each in a file, so that the next run does not request them again. */
export class ResumeCache {
  readonly #folder: string
  readonly #clock: Clock

  private constructor(folder: string, clock: Clock) {
    this.#folder = folder
    this.#clock = clock
  }

  /** Opens the cache of one server below `folder`, which is created if it does not exist. Throws `SourceError`. */
  static async open(folder: string, base: string, clock: Clock): Promise<ResumeCache> {
    const own = join(folder, base.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]+/g, '-'))
    await mkdir(own, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new SourceError(`${folder} cannot be used for --resume: ${error.code}`)
    })
    return new ResumeCache(own, clock)
  }

  /** The response to a URL, if it was cached within the last 24 hours. */
  async get(url: string): Promise<CachedResponse | undefined> {
    const path = this.#pathOf(url)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || this.#clock.now() - found.mtimeMs > ageMaxMs) return undefined
    return responseIn(await readTextFile(path).catch(() => ''))
  }

  async set(url: string, response: CachedResponse): Promise<void> {
    const path = this.#pathOf(url)
    try {
      await writeWhole(path, JSON.stringify(response))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new SourceError(`${this.#folder} cannot be written: ${code}`)
    }
  }

  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  #pathOf(url: string): string {
    return join(this.#folder, `${createHash('sha256').update(url).digest('hex')}.json`)
  }
}

/** The process can be killed at any time: a partial file must not look like a response. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}

// A damaged file counts as missing.
function responseIn(text: string): CachedResponse | undefined {
  const parsed = parseJson(text)
  const cached = parsed.ok ? parsed.value : null
  if (typeof cached !== 'object' || cached === null) return undefined
  if ('value' in cached) return { value: cached.value }
  return 'absent' in cached && cached.absent === 404 ? { absent: 404 } : undefined
}
