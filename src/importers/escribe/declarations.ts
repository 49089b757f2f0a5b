import { foldText } from '../../core/fold.ts'
import type { DeclarationRecord } from '../../record/declarations.ts'
import { cleanText } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import type { OrderedItem } from './agenda.ts'
import { readInterests } from './interest-sentences.ts'
import type { Identity } from './people.ts'

interface Setting {
  meetingId: string
  date: string
  meetingName: string
  organizationKey: string | null
  resolve: (name: string) => Identity
}

interface Located {
  record: DeclarationRecord
  location: string
}

/** "Declarations of Interest", "Disclosure of Pecuniary Interest", « Déclarations d'intérêts ». */
const heading =
  /^(?:declarations?|disclosures?) of (?:\w+ ){0,4}(?:interest|conflict)|^(?:declarations?|divulgations?) (?:de |d'|des |\w+ ){0,4}(?:interet|conflit)/

const closed = /\bclosed\b|\bin[- ]camera\b|\bhuis clos\b|\bconfidential\b|\bconfidentiel/

/** The declarations of interest of a meeting, where a sentence of its minutes names one person and one item. */
export function toDeclarations(
  items: readonly OrderedItem[],
  setting: Setting,
  diagnostics: Diagnostics,
): Located[] {
  const found = new Map<string, Located>()
  for (const { node, title } of items) {
    if (!heading.test(foldText(title))) continue
    const { entry, location } = node
    const text = cleanText([entry.description, entry.minutes].filter(Boolean).join('\n')) ?? ''
    for (const one of readInterests(text, items)) {
      if ('reason' in one) {
        const reason = `"${title}" has a sentence that ${one.reason}; it stays a text: ${one.text}`
        diagnostics.addWarning({ location, subject: setting.meetingName, reason })
        continue
      }
      const record = toRecord(one, setting)
      if (!found.has(record.key)) found.set(record.key, { record, location })
    }
  }
  return [...found.values()]
}

interface Interest {
  text: string
  name: string
  item: OrderedItem
  nature: string | null
}

function toRecord({ text, name, item, nature }: Interest, setting: Setting): DeclarationRecord {
  const { meetingId, date, organizationKey, resolve } = setting
  const identity = resolve(name)
  const isClosed = item.headings.some((one) => closed.test(foldText(one)))
  return {
    kind: 'declaration',
    key: naturalKey(meetingId, 'interest', identity.key ?? foldText(name), item.key),
    person_key: identity.key,
    name,
    organization_key: organizationKey,
    meeting_key: meetingId,
    agenda_item_key: item.key,
    item_number: item.number,
    matter_key: item.reportNumber,
    nature: isClosed ? null : nature,
    declared_on: date,
    text,
  }
}
