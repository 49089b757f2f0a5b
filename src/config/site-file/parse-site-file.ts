import {
  contrast,
  contrastMin,
  defaultAccent,
  nearestAccent,
  palettesOf,
  parseColour,
} from '../../core/accent.ts'
import type { Branding } from '../../core/branding.ts'
import { languages } from '../../core/languages.ts'
import { lineMax, type SiteFieldName, siteFields } from './fields.ts'
import type { SiteFileIssue } from './site-file-error.ts'
import { WrittenTexts } from './texts.ts'
import { type Entry, YamlReader } from './yaml-reader.ts'

/** Undefined if there are issues, which are added to those given. */
export function parseSiteFile(text: string, issues: SiteFileIssue[]): Branding | undefined {
  const reader = new YamlReader(text)
  const root = reader.root()
  const branding = root && readFields(reader, root)
  issues.push(...reader.issues)
  return reader.issues.length === 0 ? branding : undefined
}

function readFields(reader: YamlReader, root: Entry): Branding {
  const found = reader.map(root, Object.keys(siteFields) as SiteFieldName[])
  const texts = new WrittenTexts(reader)
  const name = (field: keyof typeof lineMax) =>
    texts.add(found[field], {
      takes: siteFields[field].takes,
      isName: true,
      read: (entry) =>
        readLine(reader, entry, { max: lineMax[field], takes: siteFields[field].takes }),
    })
  const [nameOf, shortNameOf] = [name('name'), name('short_name')]
  const first = readFirstLanguage(reader, found.first_language)
  const of = texts.languages(first)
  return {
    ...of,
    digest: '',
    palettes: palettesOf(readAccent(reader, found.accent)),
    name: nameOf(of),
    shortName: shortNameOf(of),
  }
}

function readLine(
  reader: YamlReader,
  entry: Entry,
  { max, takes }: { max: number; takes: string },
): string | undefined {
  const text = reader.string(entry, takes)?.trim()
  if (text === undefined) return undefined
  if (text !== '' && text.length <= max && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return text
  const wrong = text.length > max ? `, not ${text.length}` : ', on one line'
  reader.fail(entry, `${entry.path} must be ${takes}${wrong}`)
  return undefined
}

function readFirstLanguage(reader: YamlReader, entry: Entry | undefined) {
  const { takes } = siteFields.first_language
  const text = entry && reader.string(entry, takes)
  if (entry === undefined || text === undefined) return undefined
  const language = languages.find((one) => one === text)
  if (language !== undefined) return { entry, language }
  reader.fail(entry, `first_language must be ${takes}, not ${JSON.stringify(text.slice(0, 40))}`)
  return undefined
}

function readAccent(reader: YamlReader, entry: Entry | undefined): string {
  const { takes } = siteFields.accent
  const text = entry && reader.string(entry, takes)
  if (entry === undefined || text === undefined) return defaultAccent
  const colour = parseColour(text)
  if (colour === undefined) {
    reader.fail(entry, `accent must be ${takes}, not ${JSON.stringify(text.slice(0, 40))}`)
    return defaultAccent
  }
  const nearest = nearestAccent(colour)
  if (nearest !== colour)
    reader.fail(
      entry,
      `accent ${text} is too light: white text on it has a contrast of ${ratio(colour)} to 1, and needs ${contrastMin} to 1 (WCAG 2.2 AA); the nearest that has it is "${nearest}"`,
    )
  return nearest
}

/** Rounded down, so that a ratio that is too low is never shown as enough. */
const ratio = (colour: string) => Math.floor(contrast('#ffffff', colour) * 10) / 10
