import { siteFields } from '../../../src/config/site-file/fields.ts'
import { code, page, table } from './markdown.ts'

const introduction = `The site file says whose site it is. It is YAML, at \`SITE_FILE\`, or \`site.yaml\` in the folder of the SQLite database. Every field is optional. A text is written once for each language, as \`{en: …, fr: …}\`; [Put your town's name on the site](../how-to/put-your-towns-name-on-it.md) has examples.

- A site has the languages that its texts are in. If one text is in both, every other must be; a name that is the same in both may be written once.
- A site whose texts are all in one language, or written once, does not lead to pages in the other. Texts that are written once are in \`first_language\`.
- An invalid file stops \`reeve serve\` at its start with exit code 2. When it is read again, at SIGHUP, the last valid one stays in force, and the log says what is wrong. \`reeve check --site\` checks a file.
- Anchors, aliases and tags of YAML are not supported. A file has at most 256 KiB.`

/** docs/reference/site-file.md, from the fields. */
export function siteFilePage(): string {
  const rows = Object.entries(siteFields).map(([name, { takes, meaning }]) => [
    code(name),
    takes,
    meaning,
  ])
  return page('Site file', 'src/config/site-file/fields.ts', [
    introduction,
    table(['Field', 'Takes', 'What it is for'], rows),
  ])
}
