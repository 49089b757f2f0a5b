const breakingTag = /<(?:br|\/p|\/div|\/li)\s*\/?>/gi
const anyTag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi
const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
// Nothing in it is left to clean: most of what is read is a word or a name.
const clean = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/
const invisible = /\u200b|\u2060|\ufeff/g

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  euml: 'ë',
  icirc: 'î',
  iuml: 'ï',
  ocirc: 'ô',
  ugrave: 'ù',
  ucirc: 'û',
}

/** A text of several lines as a reader sees it: no markup, single plain spaces, trimmed; null when nothing is left. */
export function cleanText(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (clean.test(value)) return value
  const text = value
    .replace(breakingTag, '\n')
    .replace(anyTag, '')
    .replace(entity, decodeEntity)
    .replace(/\r\n?/g, '\n')
    .replace(oddSpace, ' ')
    .replace(invisible, '')
    .replace(/\p{Cc}/gu, (char) => (char === '\n' ? char : ' '))
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
  return text === '' ? null : text
}

/** Like `cleanText`, on one line: a name, a title, a word. */
export function cleanLine(value: string | null | undefined): string | null {
  const text = cleanText(value)
  return text === null ? null : text.replace(/\s+/g, ' ')
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return decodeNamed(whole, name)
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

function decodeNamed(whole: string, name: string): string {
  const char = namedEntities[name.toLowerCase()]
  if (char === undefined) return whole
  const first = name.charAt(0)
  return first === first.toLowerCase() ? char : char.toUpperCase()
}
