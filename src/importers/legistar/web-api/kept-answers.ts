import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextFile } from '../../kit/text-file.ts'
import { SourceError } from '../../source.ts'

/** What a server said: a value, or that there is none (404). */
export type Answer = { value: unknown } | { absent: number }

// Shorter than the window that `--since` reads again, so that what changed under a kept answer is found the next time.
const longestKeptMs = 24 * 60 * 60 * 1000

/** Answers of an import that has not ended yet, each in a file, so that the next run need not ask again. */
export class KeptAnswers {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Those of one council below `folder`, which is made if it is not there. Throws `SourceError`. */
  static async open(folder: string, base: string): Promise<KeptAnswers> {
    const own = join(folder, base.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]+/g, '-'))
    await mkdir(own, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new SourceError(`${folder} is no folder to keep answers in: ${error.code}`)
    })
    return new KeptAnswers(own)
  }

  /** The answer to a URL, if it was kept within the last 24 hours. */
  async read(url: string): Promise<Answer | undefined> {
    const path = this.#pathOf(url)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || Date.now() - found.mtimeMs > longestKeptMs) return undefined
    return answerIn(await readTextFile(path).catch(() => ''))
  }

  async keep(url: string, answer: Answer): Promise<void> {
    const path = this.#pathOf(url)
    try {
      // A run can end at any moment: half a file must not look like an answer.
      await writeFile(`${path}.part`, JSON.stringify(answer))
      await rename(`${path}.part`, path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new SourceError(`${this.#folder} cannot be written: ${code}`)
    }
  }

  /** Removes them all. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  #pathOf(url: string): string {
    return join(this.#folder, `${createHash('sha256').update(url).digest('hex')}.json`)
  }
}

// What a full disk or another program left there is no answer: it is asked for again.
function answerIn(text: string): Answer | undefined {
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return undefined
    if ('value' in kept) return { value: kept.value }
    return 'absent' in kept && kept.absent === 404 ? { absent: 404 } : undefined
  } catch {
    return undefined
  }
}
