/** For case-insensitive filters: `CARRIED` equals `Carried`. */
export function foldCase(value: string): string {
  return value.normalize('NFC').toLowerCase()
}

/** For keys of records, without case and accents. It never changes, because stored records would become others. */
export function foldKey(value: string): string {
  return value.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}

/** For names and texts, without case, accents and variants of letters, apostrophes and hyphens: `Łukasz O’Neill` equals `lukasz o'neill`. */
export function foldText(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value.toLowerCase()
  // NFKD makes a space of the acute accent.
  return foldKey(value.replaceAll('´', "'")).replace(variant, (sign) => variants.get(sign) ?? sign)
}

/** Typed for each other, depending on the keyboard. */
export const apostrophes = "'´‘’‛ʹʻʼʽʾʿ"

/** The soft hyphen, and characters without width. */
export const unseen = '\u00ad\u200b\u200c\u200d\u2060\ufeff'

/** Letters in lower case that NFKD keeps; signs of a glottal stop are mostly not typed. */
const letters = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ŋ: 'n', ⱥ: 'a', ȼ: 'c', ⱦ: 't', ɬ: 'l', ʔ: '', ʕ: '', ɂ: '' },
}
const variants = new Map([
  ...Object.entries(letters),
  ...[...apostrophes].map((sign) => [sign, "'"] as const),
  ...[...'‐‑‒–—―−'].map((sign) => [sign, '-'] as const),
  ...[...unseen].map((sign) => [sign, ''] as const),
])
const variant = new RegExp(`[${[...variants.keys()].join('')}]`, 'g')
