import { settings } from '../../../src/config/settings.ts'
import { code, page, table } from './markdown.ts'

const introduction = `Settings are environment variables. They are read once, at start, and checked: a wrong one ends the command with exit code 2 and one line that names it. An empty variable counts as absent. The options \`--host\` and \`--port\` of \`serve\` win over \`HOST\` and \`PORT\`.`

/** docs/reference/configuration.md, from the settings. */
export function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, { takes, fallback, meaning }]) => [
    code(name),
    takes,
    code(fallback),
    meaning,
  ])
  return page('Configuration', 'src/config/settings.ts', [
    introduction,
    table(['Setting', 'Takes', 'Default', 'What it is for'], rows),
  ])
}
