import { createHash, type KeyObject, verify } from 'node:crypto'

/** What a receiver finds in a DKIM signature. */
interface Verdict {
  /** Whether the signature and the digest of the body are right. */
  isValid: boolean
  domain: string
  selector: string
  /** The signed header fields, in lower case. */
  headers: string[]
}

/** Verifies the signature of a message as RFC 6376 has it, with relaxed canonicalization; undefined without one. */
export function verifyDkim(raw: string, publicKey: KeyObject): Verdict | undefined {
  const border = raw.indexOf('\r\n\r\n')
  const fields = raw
    .slice(0, border)
    .split(/\r\n(?![ \t])/)
    .map(canonicalField)
  const signature = fields.find(({ name }) => name === 'dkim-signature')
  if (signature === undefined) return undefined
  const tags = tagsOf(signature.value)
  const headers = (tags.h ?? '').split(':').map((name) => name.trim())
  const lastFirst = fields.toReversed()
  const signed = headers.flatMap((name) => {
    const at = lastFirst.findIndex((field) => field.name === name)
    return at === -1 ? [] : lastFirst.splice(at, 1).map(({ value }) => `${name}:${value}\r\n`)
  })
  const unsigned = signature.value.replace(/(^|;)(\s*b=)[^;]*/, '$1$2').trimEnd()
  const text = `${signed.join('')}dkim-signature:${unsigned}`
  const isSigned = verify(
    'sha256',
    Buffer.from(text),
    publicKey,
    Buffer.from(tags.b ?? '', 'base64'),
  )
  const digest = createHash('sha256').update(canonicalBody(raw.slice(border + 4)))
  const isBody = digest.digest('base64') === tags.bh
  const isRelaxed = tags.a === 'rsa-sha256' && tags.c === 'relaxed/relaxed'
  const [domain, selector] = [tags.d ?? '', tags.s ?? '']
  return { isValid: isSigned && isBody && isRelaxed, domain, selector, headers }
}

function canonicalField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
  return { name: line.slice(0, colon).trim().toLowerCase(), value: value.trim() }
}

function canonicalBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const text = lines.join('\r\n').replace(/(\r\n)*$/, '')
  return text === '' ? '' : `${text}\r\n`
}

function tagsOf(value: string): Record<string, string> {
  const pairs = value.split(';').map((tag) => {
    const [name = '', ...rest] = tag.split('=')
    return [name.trim(), rest.join('=').replace(/\s/g, '')]
  })
  return Object.fromEntries(pairs)
}
