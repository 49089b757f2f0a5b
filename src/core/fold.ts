/** For case-insensitive filters: `CARRIED` equals `Carried`. */
export function foldCase(value: string): string {
  return value.normalize('NFC').toLowerCase()
}

/** For names, without case and accents: `Stéphanie` equals `STEPHANIE`. */
export function foldText(value: string): string {
  return value.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
