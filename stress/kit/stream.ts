/** A raw response. */
export interface WireResponse {
  status: number
  headers: Map<string, string>
  body: string
}

/** The responses in a stream of bytes; `problem` describes the first bytes that are not valid HTTP. */
export interface ParsedResponses {
  responses: WireResponse[]
  problem: string | undefined
}

const statusLine = /^HTTP\/1\.1 ([1-5][0-9]{2}) [\x20-\x7e]*$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x20-\x7e]*)$/
const headEnd = '\r\n\r\n'

/**
 * Parses a stream of responses strictly by RFC 9112. `methods` are those of the requests, because a response to HEAD
 * has no body.
 */
export function readResponses(bytes: Buffer, methods: readonly string[] = []): ParsedResponses {
  const responses: WireResponse[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(headEnd, at)
    if (end === -1) return { responses, problem: 'the last head does not end' }
    const head = readHead(bytes.toString('latin1', at, end))
    if (typeof head === 'string') return { responses, problem: head }
    at = end + headEnd.length
    if (head.status < 200) continue
    const bodiless = methods[responses.length] === 'HEAD' || [204, 304].includes(head.status)
    const body = bodiless ? { text: '', next: at } : readBody(bytes, at, head.headers)
    if (typeof body === 'string') return { responses, problem: body }
    at = body.next
    responses.push({ ...head, body: body.text })
  }
  return { responses, problem: undefined }
}

function readHead(text: string): { status: number; headers: Map<string, string> } | string {
  const [first = '', ...lines] = text.split('\r\n')
  const status = statusLine.exec(first)?.[1]
  if (status === undefined) return `no status line: ${JSON.stringify(first.slice(0, 80))}`
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? []
    if (name === '') return `no header line: ${JSON.stringify(line.slice(0, 80))}`
    if (headers.has(name.toLowerCase())) return `the header ${name} stands twice`
    headers.set(name.toLowerCase(), value)
  }
  return { status: Number(status), headers }
}

type Body = { text: string; next: number }

function readBody(bytes: Buffer, from: number, headers: Map<string, string>): Body | string {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, from)
  const length = headers.get('content-length')
  if (length === undefined || !/^[0-9]+$/.test(length)) return 'a body without a length'
  const next = from + Number(length)
  if (next > bytes.length) return 'a body shorter than its length'
  return { text: bytes.toString('utf8', from, next), next }
}

function readChunks(bytes: Buffer, from: number): Body | string {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (lineEnd === -1 || Number.isNaN(size) || next > bytes.length)
      return 'a chunk that does not end'
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
    if (size === 0) return { text: Buffer.concat(parts).toString(), next }
  }
}
