export interface HttpResponse {
  status: number
  ok: boolean
  /** The body; empty if `ok` is false. */
  text: string
  /** The `Retry-After` header. */
  retryAfter: string | null
}

export interface HttpRequest {
  headers: Readonly<Record<string, string>>
  /** Limit for the whole response. */
  timeoutMs: number
  /** Limit for the decompressed body. */
  bytesMax: number
  stop?: AbortSignal
}

/** A request without a usable response. The message continues a sentence that begins with the URL, and contains no secret. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** Whether a retry would be pointless. */
  readonly isPermanent: boolean

  constructor(reason: string, isPermanent: boolean) {
    super(reason)
    this.isPermanent = isPermanent
  }
}

const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Sends one request. Follows redirects within the origin only, because the query may hold a key. Throws `FetchError`. */
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
  { headers, bytesMax }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let current = url
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    const response = await fetch(current, { headers, signal, redirect: 'manual' })
    const next = response.headers.get('location')
    if (!redirects.has(response.status) || next === null) return read(response, bytesMax)
    await response.body?.cancel()
    current = within(current, next)
  }
  throw new FetchError(`redirects more than ${redirectsMax} times`, true)
}

function within(url: string, location: string): string {
  const next = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (next?.origin === new URL(url).origin) return next.href
  throw new FetchError(
    `redirects to ${next === undefined ? 'an invalid URL' : `another server, ${next.origin}`}`,
    true,
  )
}

async function read(response: Response, bytesMax: number): Promise<HttpResponse> {
  const { status, ok, headers } = response
  const retryAfter = headers.get('retry-after')
  if (ok) return { status, ok, text: await readBody(response, bytesMax), retryAfter }
  await response.body?.cancel()
  return { status, ok, text: '', retryAfter }
}

async function readBody({ body }: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > bytesMax) throw new FetchError(`sent more than ${bytesMax} bytes`, true)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

// Not the message of the error, which could contain the URL with a key.
function reasonOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'sent invalid UTF-8'
  return typeof cause?.code === 'string' ? `did not respond: ${cause.code}` : 'did not respond'
}
