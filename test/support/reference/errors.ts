import { errorTable } from '../../../src/http/errors.ts'
import { code, page, table } from './markdown.ts'

const introduction = `Every error of the API has one form, whatever its status:

\`\`\`json
{"error": {"code": "PERSON_NOT_FOUND", "message": "No person \\"jane-doe\\" here.", "status": 404}}
\`\`\`

\`code\` is for programs and never changes within v1; \`message\` is for people and may. \`status\` is the HTTP status again. The header \`X-Request-Id\` is on every answer: quote it when you report a problem.

\`NOT_FOUND\` says that the path is wrong. A code that names an entity says that the path is right and the slug or id is not. Retry a 429 after the seconds in \`Retry-After\`, and a 500 after 1, 2 and 4 seconds; do not retry 400, 401 or 404.`

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
    '## Each code',
    ...details,
  ])
}
