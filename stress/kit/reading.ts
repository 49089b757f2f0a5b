// The meaning of values on the wire, computed without the functions of the service.

const hexPair = /^[0-9a-fA-F]{2}$/

/** Percent-decodes UTF-8 strictly; undefined for invalid bytes or NUL. In a query, `+` is a space. */
export function decoded(raw: string, part: 'query' | 'path'): string | undefined {
  const bytes: number[] = []
  for (let i = 0; i < raw.length; i += 1) {
    if (raw[i] !== '%') {
      bytes.push(raw[i] === '+' && part === 'query' ? 0x20 : raw.charCodeAt(i))
      continue
    }
    const pair = raw.slice(i + 1, i + 3)
    if (!hexPair.test(pair)) return undefined
    bytes.push(Number.parseInt(pair, 16))
    i += 2
  }
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

/** The length of a string in code points. */
export const codePoints = (text: string): number => [...text].length

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function isDate(text: string): boolean {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && leap ? 29 : (daysOf[month - 1] ?? 0)
  return day >= 1 && day <= days
}
