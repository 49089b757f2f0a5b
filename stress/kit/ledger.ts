import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openapiProblems } from '../../test/support/openapi/check-response.ts'
import { uuid } from '../../test/support/service/uuid.ts'
import { marker, ourHeaders } from './strange.ts'
import type { Expectation, Failure, Outcome } from './stress-test.ts'
import type { Reply, Sent, Wire } from './wire.ts'

/** All statuses of a read-only API. */
const allowed = new Set([200, 204, 304, 400, 401, 404, 429])
const failuresMax = 50
const inFlight = 16
const prototypeNames = () => Reflect.ownKeys(Object.prototype).map(String).sort().join()

interface ErrorBody {
  error?: { code?: unknown; message?: unknown; status?: unknown }
}

/** A response and what is wrong with it. */
export interface Examined {
  reply: Reply | undefined
  problems: string[]
}

/** Sends requests, checks every response against the rules for all responses, and records errors. */
export class Ledger {
  readonly #wire: Wire
  readonly #statuses = new Map<number, number>()
  readonly #errors: Failure[] = []
  readonly #seen = new Set<string>()
  readonly #started = performance.now()
  readonly #delay = monitorEventLoopDelay({ resolution: 5 })
  readonly #prototype = prototypeNames()
  #failureCount = 0
  #requests = 0
  #worst = 0
  #worstRequest = ''

  constructor(wire: Wire) {
    this.#wire = wire
    this.#delay.enable()
  }

  /** Sends one request and records the errors of its response; undefined if there was none. */
  async probe(sent: Sent, expected: Expectation): Promise<Reply | undefined> {
    const { reply, problems } = await this.examine(sent, expected)
    const shown = reply === undefined ? '' : `${reply.status} ${reply.body.slice(0, 300)}: `
    if (problems.length > 0) this.fail(sent, expected, shown + problems.join('; '))
    return reply
  }

  /** Sends one request and returns what is wrong with its response, without recording it. */
  async examine(sent: Sent, expected: Expectation): Promise<Examined> {
    this.#requests += 1
    try {
      const reply = await this.#wire.send(sent)
      return { reply, problems: this.#problemsOf(sent, expected, reply) }
    } catch (error) {
      return { reply: undefined, problems: [`no response: ${(error as Error).message}`] }
    }
  }

  /** Records an error that the caller found. */
  fail(sent: Sent, expected: Expectation, why: string): void {
    this.#failureCount += 1
    if (this.#errors.length < failuresMax) this.#errors.push({ sent, expected, why })
  }

  /** Runs `work` for every item, several at once, and stops after `failuresMax` errors. */
  async forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
    const source = items[Symbol.iterator]()
    const lane = async () => {
      for (let next = source.next(); next.done !== true; next = source.next()) {
        if (this.#failureCount >= failuresMax) return
        await work(next.value)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
  }

  get hasFailed(): boolean {
    return this.#failureCount > 0
  }

  outcome(metrics: Record<string, number | string> = {}): Outcome {
    this.#delay.disable()
    if (prototypeNames() !== this.#prototype) {
      this.fail({ method: 'GET', target: '' }, { status: [] }, 'Object.prototype was changed')
    }
    const counts = [...this.#statuses].sort(([a], [b]) => a - b)
    return {
      requests: this.#requests,
      statuses: Object.fromEntries(counts),
      errors: this.#errors,
      failureCount: this.#failureCount,
      metrics: {
        seconds: Math.round((performance.now() - this.#started) / 100) / 10,
        worstMilliseconds: Math.round(this.#worst),
        worstRequest: this.#worstRequest,
        eventLoopDelayMax: Math.round(this.#delay.max / 1e6),
        ...metrics,
      },
    }
  }

  #problemsOf(sent: Sent, expected: Expectation, reply: Reply): string[] {
    this.#statuses.set(reply.status, (this.#statuses.get(reply.status) ?? 0) + 1)
    if (reply.milliseconds > this.#worst) {
      this.#worst = reply.milliseconds
      this.#worstRequest = `${sent.method} ${sent.target}`.slice(0, 120)
    }
    const id = reply.headers.get('x-request-id') ?? ''
    const problems = [
      ...problemsOfReply(sent, reply),
      ...(expected.early === true || isBodiless(sent, reply) ? [] : openapi(sent, reply)),
      ...problemsOfExpectation(expected, reply),
    ]
    if (this.#seen.has(id)) problems.push(`the request id ${id} was used before`)
    this.#seen.add(id)
    return problems
  }
}

/** Whether only GET can tell which endpoint the response is of. */
const isBodiless = ({ method }: Sent, { status }: Reply) => method === 'HEAD' && status === 404

/** Errors that no API response may have. */
export function problemsOfReply({ method, target }: Sent, reply: Reply): string[] {
  const { status, headers, body } = reply
  const problems = headerProblems(headers)
  if (!allowed.has(status)) problems.push(`${status} is not a status of this API`)
  if (!uuid.test(headers.get('x-request-id') ?? '')) problems.push('no X-Request-Id')
  if (method === 'HEAD' && body !== '') problems.push('a HEAD response has a body')
  if (body.includes(marker)) problems.push('a header of the request is in the body')
  if (target.startsWith('/api/') && headers.get('access-control-allow-origin') !== '*')
    problems.push('an API response without CORS')
  if (target.startsWith('/api/') && headers.get('x-content-type-options') !== 'nosniff')
    problems.push('the type may be guessed')
  if (status >= 400 && method !== 'HEAD') problems.push(...problemsOfError(reply))
  return problems
}

/** No header is unknown, repeats a header of the request, or breaks a line. */
function headerProblems(headers: Headers): string[] {
  const problems: string[] = []
  for (const [name, value] of headers) {
    if (!ourHeaders.has(name)) problems.push(`an unknown header: ${name}: ${value}`)
    if (value.includes(marker)) problems.push(`echoed in ${name}: ${value}`)
    if (/[^\x20-\x7e]/.test(value)) problems.push(`not printable: ${name}: ${value}`)
  }
  return problems
}

function problemsOfError({ status, headers, body }: Reply): string[] {
  const { error } = parse(body) as ErrorBody
  const problems: string[] = []
  if (typeof error?.code !== 'string' || typeof error.message !== 'string')
    problems.push('an error without the envelope')
  else if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(error.message))
    problems.push('a message that is not safe to print')
  if (error?.status !== status) problems.push(`error.status is ${String(error?.status)}`)
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    problems.push(`an error of type ${headers.get('content-type')}`)
  if (headers.get('cache-control') !== 'no-store') problems.push('an error that may be kept')

  return problems
}

function openapi({ method, target }: Sent, { status, headers, body }: Reply): string[] {
  const pathname = target.split('?', 1)[0] ?? ''
  if (!pathname.startsWith('/api/') || pathname.startsWith('/api/v1/docs')) return []
  try {
    return openapiProblems({ method, pathname, status, headers, body })
  } catch (error) {
    return [`the body cannot be read: ${(error as Error).message}`]
  }
}

function problemsOfExpectation({ status, code }: Expectation, reply: Reply): string[] {
  const problems: string[] = []
  if (!status.includes(reply.status)) problems.push(`expected ${status.join(' or ')}`)
  const given = (parse(reply.body) as ErrorBody).error?.code
  if (code !== undefined && given !== undefined && !code.includes(String(given)))
    problems.push(`expected the code ${code.join(' or ')}`)
  return problems
}

/** A body as JSON, or an empty object. */
export function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}
