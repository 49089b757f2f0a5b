/** What a server answered to one request, whole. */
export interface HttpResponse {
  status: number
  ok: boolean
  /** The body; empty where the answer is not `ok`. */
  text: string
  /** The header Retry-After. */
  retryAfter: string | null
}

export interface HttpRequest {
  headers: Readonly<Record<string, string>>
  /** How long the answer may take, whole, in milliseconds. */
  timeoutMs: number
  /** How large its body may be, in bytes, unpacked. */
  bytesMax: number
  /** Ends the request before. */
  stop?: AbortSignal
}

/** Why there is no answer. The message goes on after the address and holds no part of one but the origin. */
export class FetchError extends Error {
  override name = 'Unanswered'
  /** Whether asking again is of no use. */
  readonly isPermanent: boolean

  constructor(reason: string, isPermanent: boolean) {
    super(reason)
    this.isPermanent = isPermanent
  }
}

const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Asks once. Goes where the server sends it, within its own origin: parameters may be keys. Throws `Unanswered`. */
export async function fetchOnce(url: string, request: HttpRequest): Promise<HttpResponse> {
  const { timeoutMs, stop } = request
  // Not AbortSignal.any of a timeout: Node may collect that as garbage, and then it never fires.
  const ending = new AbortController()
  const end = () => ending.abort()
  const late = new FetchError(`did not respond within ${timeoutMs / 1000} s`, false)
  const timer = setTimeout(() => ending.abort(late), timeoutMs)
  stop?.addEventListener('abort', end)
  try {
    if (stop?.aborted) end()
    return await follow(url, request, ending.signal)
  } catch (error) {
    if (ending.signal.reason === late) throw late
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
  throw new FetchError(`redirects to another server, ${next?.origin ?? 'by no address'}`, true)
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
    if (length > bytesMax) throw new FetchError(`answers with more than ${bytesMax} bytes`, true)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

// In our own words: those of the error could hold the address with a key.
function reasonOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'answers with no valid UTF-8'
  return typeof cause?.code === 'string' ? `did not respond: ${cause.code}` : 'did not respond'
}
