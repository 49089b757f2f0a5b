/** Case-insensitive form for whole-value filters: `CARRIED` and `Carried` are one. */
export function foldCase(value: string): string {
  return value.normalize('NFC').toLowerCase()
}

/** Case- and accent-insensitive form for name search and name order: `Stéphanie` and `STEPHANIE` are one. */
export function foldText(value: string): string {
  return value.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
