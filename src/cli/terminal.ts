import { format } from 'node:util'
import { withoutSecrets } from '../core/public-address.ts'

// A header of a file can have millions of characters.
const lineLengthMax = 4000

// Line feeds and tabs stay, and the carriage returns of CSV; all else would move the cursor, or turn the text around.
const controls = /(?![\n\t]|\r(?:\n|$))[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text without effect on a terminal: controls are escaped as in JSON, where the value stays the same. */
export function printable(text: string): string {
  return text.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Each line of a message, cut if it is long. */
export function bounded(text: string): string {
  return text.replace(new RegExp(`^(.{${lineLengthMax}}).+$`, 'gm'), '$1…')
}

/**
 * Keeps texts of files, portals and arguments from controlling the terminal of any command, and secrets of addresses from
 * being printed; output is not cut, as programs read it.
 */
export function guardTerminal(): void {
  const [log, error] = [console.log, console.error]
  console.log = (...values: unknown[]) => log('%s', printable(withoutSecrets(format(...values))))
  console.error = (...values: unknown[]) =>
    error('%s', bounded(printable(withoutSecrets(format(...values)))))
}
