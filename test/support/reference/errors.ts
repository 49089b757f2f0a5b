import { errorTable } from '../../../src/http/errors.ts'
import { code, page, table } from './markdown.ts'

const introduction =
  'The [guide to errors](../guides/errors.md) has the error format and when to retry.'

/** docs/reference/errors.md, from the error table. */
export function errorsPage(): string {
  const entries = Object.entries(errorTable)
  const overview = entries.map(([name, { status, meaning }]) => [
    String(status),
    `[${code(name)}](#${name.toLowerCase()})`,
    meaning,
  ])
  const details = entries.map(
    ([name, { status, meaning, remedy }]) =>
      `### ${name}\n\nStatus ${status}. ${meaning}\n\nWhat to do: ${remedy}`,
  )
  return page('Errors', 'src/http/errors.ts', [
    introduction,
    table(['Status', 'Code', 'When'], overview),
    '## Error codes',
    ...details,
  ])
}
