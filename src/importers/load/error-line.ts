import { LoadRejected } from './diagnostic-list.ts'

const lengthMax = 500

/** An error in one line that may be published: without credentials and tokens in URLs, and without local paths. */
export function errorLine(error: unknown): string {
  const line = textOf(error)
    .replace(/\s*\p{Cc}+\s*/gu, ' ')
    .replace(/(\w:\/\/)[^\s/@]+@/g, '$1')
    .replace(/([?&][\w.-]*(?:token|key|secret|password|signature)[\w.-]*=)[^\s&#]+/gi, '$1…')
    .replace(/(?<![\w/:.…-])\/(?:[^\s/:]+\/)+/g, '…/')
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1)}…` : line
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [first] = error instanceof LoadRejected ? error.errors : []
  if (first === undefined) return error.message
  return `${error.message}; the first: ${first.location}: ${first.subject}: ${first.reason}`
}
