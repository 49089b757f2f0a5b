import { setTimeout as delay } from 'node:timers/promises'
import { askHttp, type HttpAnswer, Unanswered } from './http-answer.ts'
import { parseJson } from './json-positions.ts'
import { SourceError } from './source.ts'

/** How a server is asked; what is left out is as `politely` has it. */
export interface Politeness {
  /** How often an address is asked before it is given up. */
  attempts: number
  /** How long one answer may take, whole, in milliseconds. */
  timeoutMs: number
  /** How large one answer may be, in bytes. */
  bytesMax: number
  /** Waits between two attempts, for so many milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>
}

const politely: Politeness = {
  attempts: 5,
  timeoutMs: 30_000,
  bytesMax: 64 * 1024 * 1024,
  wait: (milliseconds) => delay(milliseconds),
}

/** An address that did not answer with JSON. `status` is that of its answer, null where there was none. */
export class FetchFailed extends SourceError {
  readonly status: number | null

  constructor(url: string, reason: string, status: number | null = null) {
    super(`${shownUrl(url)} ${reason}`)
    this.status = status
  }
}

/** What went wrong in one attempt. */
interface Fault {
  reason: string
  status: number | null
  isLasting: boolean
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number
}

const waitMaxMs = 60_000
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * The JSON at an address. Asks again, after longer and longer pauses, where it failed in a way that may pass: too many
 * requests, an error of the server, no answer in time, an answer cut short. Throws `FetchFailed`.
 */
export async function fetchJson(url: string, how: Partial<Politeness> = {}): Promise<unknown> {
  const { attempts, wait, ...rest } = { ...politely, ...how }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(url, rest)
    if ('value' in answer) return answer.value
    const { reason, status, isLasting, retryAfterMs } = answer
    if (isLasting) throw new FetchFailed(url, reason, status)
    if (attempt >= attempts) throw new FetchFailed(url, `${reason}, ${attempts} times`, status)
    await wait(retryAfterMs ?? 1000 * 2 ** (attempt - 1) * (1 + Math.random() / 4))
  }
}

/** An address without its password and parameters, which may be keys; page numbers stay. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none'
  const { origin, pathname, searchParams } = new URL(url)
  const pages = ['page', 'per_page'].flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [`${name}=${value}`]
  })
  return `${origin}${pathname}${pages.length === 0 ? '' : `?${pages.join('&')}`}`
}

async function askOnce(
  url: string,
  { timeoutMs, bytesMax }: Pick<Politeness, 'timeoutMs' | 'bytesMax'>,
): Promise<{ value: unknown } | Fault> {
  try {
    const headers = { accept: 'application/json' }
    const answer = await askHttp(url, { headers, timeoutMs, bytesMax })
    return answer.ok ? parsed(answer.text) : refusal(answer)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return { reason: error.message, status: null, isLasting: error.isLasting }
  }
}

function refusal({ status, retryAfterMs }: HttpAnswer): Fault {
  return {
    reason: `answers ${status}`,
    status,
    isLasting: !passing.has(status),
    ...(retryAfterMs === null ? {} : { retryAfterMs: Math.min(retryAfterMs, waitMaxMs) }),
  }
}

function parsed(text: string): { value: unknown } | Fault {
  try {
    return { value: JSON.parse(text) }
  } catch {
    const broken = parseJson(text)
    const place = broken.ok ? '' : ` at ${broken.line}:${broken.column}, which ${broken.reason}`
    return { reason: `answers with no JSON${place}`, status: 200, isLasting: false }
  }
}
