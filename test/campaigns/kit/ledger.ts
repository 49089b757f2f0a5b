import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openapiFaults } from '../../support/openapi/check-answer.ts'
import { uuid } from '../../support/service/uuid.ts'
import type { Expectation, Fault, Outcome } from './campaign.ts'
import type { Reply, Sent, Wire } from './wire.ts'

/** The whole of what a read-only API answers to what reaches it. */
const allowed = new Set([200, 204, 304, 400, 401, 404, 429])
const faultsKept = 50
const inFlight = 16
const prototypeNames = () => Reflect.ownKeys(Object.prototype).map(String).sort().join()

interface ErrorBody {
  error?: { code?: unknown; message?: unknown; status?: unknown }
}

/** Sends requests, holds every answer to what all answers must be, and keeps the books. */
export class Ledger {
  readonly #wire: Wire
  readonly #statuses = new Map<number, number>()
  readonly #faults: Fault[] = []
  readonly #seen = new Set<string>()
  readonly #started = performance.now()
  readonly #delay = monitorEventLoopDelay({ resolution: 5 })
  readonly #prototype = prototypeNames()
  #faultCount = 0
  #requests = 0
  #worst = 0
  #worstRequest = ''

  constructor(wire: Wire) {
    this.#wire = wire
    this.#delay.enable()
  }

  /** Sends one request; what is wrong with the answer is booked. Undefined where no answer came. */
  async probe(sent: Sent, expected: Expectation): Promise<Reply | undefined> {
    this.#requests += 1
    try {
      const reply = await this.#wire.send(sent)
      this.#book(sent, expected, reply)
      return reply
    } catch (error) {
      this.fault(sent, expected, `no answer: ${(error as Error).message}`)
      return undefined
    }
  }

  /** Books a fault that the caller found. */
  fault(sent: Sent, expected: Expectation, why: string): void {
    this.#faultCount += 1
    if (this.#faults.length < faultsKept) this.#faults.push({ sent, expected, why })
  }

  /** Runs `work` for every item, a few at a time. */
  async each<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
    const source = items[Symbol.iterator]()
    const lane = async () => {
      for (let next = source.next(); next.done !== true; next = source.next())
        await work(next.value)
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
  }

  outcome(figures: Record<string, number | string> = {}): Outcome {
    this.#delay.disable()
    if (prototypeNames() !== this.#prototype) {
      this.fault({ method: 'GET', target: '' }, { status: [] }, 'Object.prototype was changed')
    }
    const counts = [...this.#statuses].sort(([a], [b]) => a - b)
    return {
      requests: this.#requests,
      statuses: Object.fromEntries(counts),
      faults: this.#faults,
      faultCount: this.#faultCount,
      figures: {
        seconds: Math.round((performance.now() - this.#started) / 100) / 10,
        worstMilliseconds: Math.round(this.#worst),
        worstRequest: this.#worstRequest,
        eventLoopDelayMax: Math.round(this.#delay.max / 1e6),
        ...figures,
      },
    }
  }

  #book(sent: Sent, expected: Expectation, reply: Reply): void {
    this.#statuses.set(reply.status, (this.#statuses.get(reply.status) ?? 0) + 1)
    if (reply.milliseconds > this.#worst) {
      this.#worst = reply.milliseconds
      this.#worstRequest = `${sent.method} ${sent.target}`.slice(0, 120)
    }
    const id = reply.headers.get('x-request-id') ?? ''
    const faults = [
      ...faultsOfReply(sent, reply),
      ...(expected.early === true ? [] : openapi(sent, reply)),
      ...faultsOfExpectation(expected, reply),
    ]
    if (this.#seen.has(id)) faults.push(`the request id ${id} was used before`)
    this.#seen.add(id)
    if (faults.length > 0) {
      this.fault(
        sent,
        expected,
        `${reply.status} ${reply.body.slice(0, 300)}: ${faults.join('; ')}`,
      )
    }
  }
}

/** What no answer of the API may be, whatever was asked. */
function faultsOfReply({ method, target }: Sent, reply: Reply): string[] {
  const { status, headers, body } = reply
  const faults: string[] = []
  if (!allowed.has(status)) faults.push(`${status} is no status of this API`)
  if (!uuid.test(headers.get('x-request-id') ?? '')) faults.push('no X-Request-Id')
  if (method === 'HEAD' && body !== '') faults.push('a HEAD answer has a body')
  if (target.startsWith('/api/') && headers.get('access-control-allow-origin') !== '*')
    faults.push('an answer of the API without CORS')
  if (status >= 400 && method !== 'HEAD') faults.push(...faultsOfError(reply))
  return faults
}

function faultsOfError({ status, headers, body }: Reply): string[] {
  const { error } = parse(body) as ErrorBody
  const faults: string[] = []
  if (typeof error?.code !== 'string' || typeof error.message !== 'string')
    faults.push('an error without the envelope')
  if (error?.status !== status) faults.push(`error.status is ${String(error?.status)}`)
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    faults.push(`an error of type ${headers.get('content-type')}`)
  if (headers.get('cache-control') !== 'no-store') faults.push('an error that may be kept')

  return faults
}

function openapi({ method, target }: Sent, { status, headers, body }: Reply): string[] {
  const pathname = target.split('?', 1)[0] ?? ''
  if (!pathname.startsWith('/api/') || pathname.startsWith('/api/v1/docs')) return []
  try {
    return openapiFaults({ method, pathname, status, headers, body })
  } catch (error) {
    return [`the body cannot be read: ${(error as Error).message}`]
  }
}

function faultsOfExpectation({ status, code }: Expectation, reply: Reply): string[] {
  const faults: string[] = []
  if (!status.includes(reply.status)) faults.push(`expected ${status.join(' or ')}`)
  const given = (parse(reply.body) as ErrorBody).error?.code
  if (code !== undefined && given !== undefined && !code.includes(String(given)))
    faults.push(`expected the code ${code.join(' or ')}`)
  return faults
}

/** A body as JSON, or an empty object. */
export function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}
