import { parseWebUrl } from '../../core/web-url.ts'

/** What a server says of the version of a response, to ask later whether it is still the same. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

export interface HttpResponse {
  status: number
  ok: boolean
  /** The body; empty if `ok` is false, or if it was requested as bytes. */
  text: string
  /** The body, if it was requested as bytes. */
  bytes?: Buffer
  /** The `Retry-After` header. */
  retryAfter: string | null
  validators: Validators
  /** Where redirects led. */
  url: string
  /** Whether it is a page that only lets people pass. */
  isChallenge: boolean
}

export interface HttpRequest {
  headers: Readonly<Record<string, string>>
  /** Sent with POST; without it, the request is a GET. */
  body?: string | undefined
  /** Limit for the whole response. */
  timeoutMs: number
  /** Limit for the decompressed body. */
  bytesMax: number
  /** Whether the body is not text. */
  isBinary?: boolean | undefined
  stop?: AbortSignal
  /** Runs before each request that a redirect leads to. */
  beforeRedirect?: () => Promise<void>
  /** Whether to follow a redirect to another origin; without it, none is followed, because the query may hold a key. */
  mayRedirect?: (to: URL) => Promise<boolean>
}

/** A request without a usable response. The message continues a sentence that begins with the URL, and contains no secret. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** Whether a retry would be pointless. */
  readonly isPermanent: boolean
  /** Whether the body is larger than the limit. */
  readonly isTooLarge: boolean

  constructor(reason: string, isPermanent: boolean, isTooLarge = false) {
    super(reason)
    this.isPermanent = isPermanent
    this.isTooLarge = isTooLarge
  }
}

const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Sends one request and follows redirects. Throws `FetchError`. */
export async function fetchOnce(url: string, request: HttpRequest): Promise<HttpResponse> {
  const { timeoutMs, stop } = request
  // Not AbortSignal.any with a timeout: Node may garbage-collect it, and then it never fires.
  const controller = new AbortController()
  const end = () => controller.abort()
  const late = new FetchError(`did not respond within ${timeoutMs / 1000} s`, false)
  const timer = setTimeout(() => controller.abort(late), timeoutMs)
  stop?.addEventListener('abort', end)
  try {
    if (stop?.aborted) end()
    return await follow(url, request, controller.signal)
  } catch (error) {
    if (controller.signal.reason === late) throw late
    throw error instanceof FetchError ? error : new FetchError(reasonOf(error), false)
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', end)
  }
}

async function follow(
  url: string,
  { headers, body, bytesMax, isBinary, mayRedirect, beforeRedirect }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let current = url
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    const sent = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(current, { headers, signal, redirect: 'manual', ...sent })
    const next = response.headers.get('location')
    if (!redirects.has(response.status) || next === null)
      return read(response, { bytesMax, isBinary, url: current })
    await response.body?.cancel()
    current = await redirected(current, next, mayRedirect)
    await beforeRedirect?.()
  }
  throw new FetchError(`redirects more than ${redirectsMax} times`, true)
}

async function redirected(
  url: string,
  location: string,
  mayRedirect: HttpRequest['mayRedirect'],
): Promise<string> {
  const next = parseWebUrl(location, url)
  const isHere = next?.origin === new URL(url).origin
  if (next !== undefined && (await (mayRedirect?.(next) ?? isHere))) return next.href
  if (isHere) throw new FetchError('redirects too often', true)
  throw new FetchError(
    `redirects to ${next === undefined ? 'an invalid URL' : `another server, ${next.origin}`}`,
    true,
  )
}

async function read(
  response: Response,
  { bytesMax, isBinary, url }: Pick<HttpRequest, 'bytesMax' | 'isBinary'> & { url: string },
): Promise<HttpResponse> {
  const { status, ok, headers } = response
  const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') }
  const common = { status, ok, url, validators, retryAfter: headers.get('retry-after') }
  if (ok && isBinary === true)
    return { ...common, text: '', bytes: await readBytes(response, bytesMax), isChallenge: false }
  if (ok) return { ...common, text: await readBody(response, bytesMax), isChallenge: false }
  const isStated = headers.get('cf-mitigated') === 'challenge'
  if (!isStated && challengeStatuses.has(status)) {
    const text = await readBody(response, errorBytesMax).catch(() => '')
    return { ...common, text: '', isChallenge: challenge.test(text) }
  }
  await response.body?.cancel()
  return { ...common, text: '', isChallenge: isStated }
}

const challengeStatuses: ReadonlySet<number> = new Set([403, 429, 503])
const errorBytesMax = 256 * 1024
// Cloudflare, Imperva and DataDome.
const challenge = /just a moment|challenge-platform|_incapsula_resource|captcha/i

async function readBody(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for await (const chunk of chunksOf(response, bytesMax))
    text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function readBytes(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(response, bytesMax)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* chunksOf({ body }: Response, bytesMax: number) {
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > bytesMax) throw new FetchError(`sent more than ${bytesMax} bytes`, true, true)
    yield chunk
  }
}

// Not the message of the error, which could contain the URL with a key.
function reasonOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'sent invalid UTF-8'
  return typeof cause?.code === 'string' ? `did not respond: ${cause.code}` : 'did not respond'
}
