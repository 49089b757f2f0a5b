import type { ImportRecord, RecordOf } from '../../../src/record/kinds.ts'
import type { Draft } from './town.ts'

type Item = Draft<RecordOf<'agenda_item'>>
type Language = 'en' | 'fr'

const headingsInFrench: Readonly<Record<string, string>> = {
  'Call to order': 'Ouverture de la séance',
  'Disclosures of interest': 'Déclarations d’intérêts',
  'Public meetings and applications': 'Assemblées publiques et demandes',
  Presentations: 'Présentations',
  Reports: 'Rapports',
  'Motions, notices and inquiries of members': 'Motions, avis et questions des membres',
  'Petitions and correspondence': 'Pétitions et correspondance',
  'In camera': 'Huis clos',
  Adjournment: 'Levée de la séance',
}

const isItem = (record: Draft<ImportRecord>): record is Item => record.kind === 'agenda_item'

/** The text of the agenda, one section for each heading. */
export function agendaText(agenda: readonly Draft<ImportRecord>[], language: Language) {
  const items = agenda.filter(isItem)
  return headingsOf(items).map((heading) => {
    const title = titleOf(heading, language)
    const lines = itemsBelow(items, heading).map((item) => titleOf(item, language))
    return { title, text: lines.join('\n\n') || title }
  })
}

const headingsOf = (items: readonly Item[]) =>
  items.filter(({ parent_key }) => parent_key === undefined)
const itemsBelow = (items: readonly Item[], heading: Item) =>
  items.filter(({ parent_key }) => parent_key === heading.key)

function titleOf({ item_number, title, matter_key }: Item, language: Language): string {
  const shown = (language === 'fr' && headingsInFrench[String(title)]) || title
  return matter_key ? `${item_number} ${shown} (${matter_key})` : `${item_number}. ${shown}`
}
