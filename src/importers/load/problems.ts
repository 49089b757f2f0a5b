import type { Finding } from '../source.ts'

const problemsMax = 100

/** Collects what is wrong with a source: the first hundred in full, the rest counted. */
export class Problems {
  readonly found: Finding[] = []
  total = 0

  add({ where, subject, reason }: Finding): void {
    this.total += 1
    if (this.found.length >= problemsMax) return
    this.found.push({
      where: onOneLine(where),
      subject: onOneLine(subject),
      reason: onOneLine(reason),
    })
  }
}

// Keys come from the source as they are: a line break or an escape sequence in one must not reach a terminal.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Surrogate}]/gu, '\ufffd')
}
