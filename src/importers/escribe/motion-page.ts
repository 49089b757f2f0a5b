import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { elementText } from '../kit/element-text.ts'
import { elementsBelow, findByClass, type HtmlElement } from '../kit/html-tree.ts'
import { isNoName } from '../kit/vocabulary.ts'
import { isRecommendation, withoutLabel } from './labels.ts'
import type { MotionEntry } from './schema.ts'

interface MotionOptions {
  url: string
  subject: string
  diagnostics: Diagnostics
}

type VoteLists = NonNullable<MotionEntry['vote_lists']>

const parts: ReadonlySet<string> = new Set([
  ...['premotiontext', 'motiontext', 'postmotiontext', 'number', 'movedby', 'secondedby'],
  ...['motionvoters', 'motionresult'],
])

/** The motion of an `AgendaItemMotion`; undefined for a recommendation and for an empty one. */
export function readMotion(element: HtmlElement, options: MotionOptions): MotionEntry | undefined {
  const part = (name: string) => findByClass(element, name)
  const labels = [...elementsBelow(element, ({ classes }) => classes.has('label'))]
  if (labels.some(({ html }) => isRecommendation(cleanLine(html)))) return undefined
  for (const child of element.children) reportUnknown(child, options)
  const table = part('motionvoters')
  const motion: MotionEntry = {
    premotion_text: elementText(part('premotiontext')),
    motion_number: labelled(part('number'), 'number'),
    motion_moved_by: labelled(part('movedby'), 'mover'),
    motion_seconded_by: labelled(part('secondedby'), 'seconder'),
    motion_text: elementText(part('motiontext')),
    post_motion_text: elementText(part('postmotiontext')),
    motion_result: elementText(part('motionresult')),
    ...(table === undefined ? {} : { vote_lists: readVoteLists(table, options) }),
  }
  return Object.values(motion).some((value) => value !== null) ? motion : undefined
}

function labelled(
  element: HtmlElement | undefined,
  kind: 'mover' | 'seconder' | 'number',
): string | null {
  if (element === undefined) return null
  const value = findByClass(element, 'value')
  return value === undefined ? withoutLabel(elementText(element), kind) : cleanLine(value.html)
}

function readVoteLists(table: HtmlElement, options: MotionOptions): VoteLists {
  const rows = elementsBelow(table, ({ name }) => name === 'tr')
  return [...rows].flatMap((row) => {
    const cells = row.children.filter(({ name }) => name === 'td' || name === 'th')
    // Older pages have no class on the second cell; a last row has one empty cell.
    const [label, names] = cells.length > 1 ? cells : [undefined, cells[0]]
    const words = label === undefined ? null : cleanLine(label.html)
    const written = elementText(names)
    if (words !== null) return { label: words, names: splitNames(written), written }
    if (written !== null) {
      const reason = `a row of the votes has no label: ${JSON.stringify(written)}; not recorded as votes`
      options.diagnostics.addWarning({ location: options.url, subject: options.subject, reason })
    }
    return []
  })
}

/** The names in `A. B, and C. D`. */
function splitNames(written: string | null): string[] {
  return (written ?? '')
    .split(/\s*(?:,\s*(?:and|et)\s|[,;\n]|\s(?:and|et)\s)\s*/)
    .map((name) => name.replace(/^(?:and|et) /, ''))
    .filter((name) => !isNoName(name))
}

function reportUnknown(child: HtmlElement, { url, subject, diagnostics }: MotionOptions): void {
  if ([...child.classes].some((name) => parts.has(name))) return
  const isWrapper = elementsBelow(child, ({ classes }) => [...classes].some((n) => parts.has(n)))
  const text = cleanLine(child.html)
  if (text === null || isWrapper.next().done === false) return
  const name = child.attributes.class ?? child.name
  const reason = `has a part ${JSON.stringify(name)}, which is not read: ${JSON.stringify(text)}`
  diagnostics.addWarningOnce({ location: url, subject: `a motion of ${subject}`, reason })
}
