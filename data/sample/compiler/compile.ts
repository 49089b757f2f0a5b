import type { SampleTemplate } from '../../../src/importers/sample/template.ts'
import type { ImportRecord, RecordOf } from '../../../src/record/kinds.ts'
import { decisionRecords, keyOfMotion } from './decisions.ts'
import {
  bylawKey,
  type CouncilFile,
  filesOf,
  inForceFrom,
  isoDate,
  lawfulFrom,
  losesBylaw,
  placeholder,
  type TownRecord,
} from './files.ts'
import { meetingRecords } from './meetings.ts'
import type { Person, Sample, Story, Town } from './schema.ts'
import { addDays, dayOne, type Sitting, sittingsOf, wasHeld } from './sittings.ts'
import { type Draft, keyOf, personOf, roleOf } from './town.ts'
import { compileWards } from './wards.ts'

/** The present council took office two years before the record begins. */
const tookOffice = addDays(dayOne, -728)
const daysToLeave = 10

const categories: Record<Story['kind'], string> = {
  report: 'Report',
  application: 'Application',
  motion: 'Motion of a member',
  notice: 'Notice of motion',
  inquiry: 'Inquiry',
  petition: 'Petition',
  correspondence: 'Correspondence',
  appointment: 'Appointment',
  presentation: 'Presentation',
  'in camera': 'In camera',
}

/** How a file begins, this many days before its first meeting. */
const beginnings: Partial<Record<Story['kind'], { description: string; days: number }>> = {
  report: { description: 'Report published', days: 6 },
  application: { description: 'Complete application received', days: 48 },
  petition: { description: 'Petition received by the Clerk', days: 9 },
  correspondence: { description: 'Letter received by the Clerk', days: 11 },
  motion: { description: 'Text of the motion filed with the Clerk', days: 7 },
  notice: { description: 'Notice of motion filed with the Clerk', days: 7 },
}

/** The whole record of the town, of which the import fills in what depends on its day. */
export function compileSample({ town, stories, summaries, wards }: Sample): SampleTemplate {
  const { name, division_id, time_zone } = town
  const sittings = sittingsOf(town)
  const files = filesOf(stories, sittings)
  const byBylaw = files.toSorted((a, b) => Number(a.bylaw) - Number(b.bylaw))
  const record: TownRecord = { town, files, summaries, numbers: new Map() }
  const records: Draft<ImportRecord>[] = [
    ...bodyRecords(town),
    ...Object.entries(town.people).map(([key, person]) => personRecord(town, key, person)),
    ...seatRecords(town, sittings),
    ...byBylaw.flatMap(bylawRecords),
    ...files.map((file) => matterRecord(town, file)),
    ...sittings.flatMap((sitting) => meetingRecords(record, sitting)),
    ...files.flatMap(actionRecords),
    ...decisionRecords(record, sittings),
  ]
  return {
    municipality: { name, division_id, time_zone },
    records: records.map(toJson),
    wards: compileWards(wards),
  }
}

/** A year that is the whole of a value is a number. */
function toJson(record: Draft<ImportRecord>): string {
  return JSON.stringify(record).replace(/"(\{year [^"}]*\})"/g, '$1')
}

function bodyRecords(town: Town): Draft<RecordOf<'organization'>>[] {
  return Object.entries(town.bodies).map(([key, { name, name_fr, classification }]) => ({
    kind: 'organization',
    key,
    name,
    name_fr,
    classification,
    parent_key: classification === 'committee' ? 'council' : undefined,
  }))
}

function personRecord(town: Town, key: string, person: Person): Draft<RecordOf<'person'>> {
  const { name } = person
  const [given_name = '', ...rest] = name.split(' ')
  const isMember = roleOf(person) !== 'Member'
  const number = String(1 + Object.keys(town.people).indexOf(key)).padStart(2, '0')
  return {
    kind: 'person',
    key,
    name,
    given_name,
    family_name: rest.join(' '),
    contact_details: isMember
      ? [
          { type: 'email', value: `${key}@${town.mail}` },
          // 555-0100 to 555-0199 are kept free for invented people.
          { type: 'voice', value: `613-555-01${number}` },
          { type: 'address', value: town.office, note: 'Office' },
        ]
      : undefined,
  }
}

function seatRecords(town: Town, sittings: readonly Sitting[]): Draft<RecordOf<'membership'>>[] {
  const councilIn = (cycle: number | undefined) =>
    sittings.find(({ name }) => name === `council ${cycle}`)?.date
  return Object.entries(town.bodies).flatMap(([body, { members }]) =>
    members.map((key, index) => {
      const { from, until, ...person } = personOf(town, key)
      const last = councilIn(until)
      const appointed = from && councilIn(from - 1)
      const seat = index === 0 ? { role: 'Chair' } : { role: 'Member' }
      return {
        kind: 'membership' as const,
        key: `${body}/${key}`,
        person_key: key,
        organization_key: body,
        ...(body === 'council' ? { role: roleOf(person), label: person.ward } : seat),
        start_date: isoDate(appointed ? addDays(appointed, 1) : tookOffice),
        end_date: last && isoDate(addDays(last, daysToLeave)),
      }
    }),
  )
}

function bylawRecords(file: CouncilFile): Draft<RecordOf<'bylaw'>>[] {
  const { story, bylaw } = file
  if (story.bylaw === undefined) return []
  const { title, plain, sections, status } = story.bylaw
  const enacted = inForceFrom(file)
  const passed = lawfulFrom(file)
  return [
    {
      kind: 'bylaw',
      key: bylawKey(file),
      title: file.fill(title),
      bylaw_number: bylaw,
      status: status ?? statusOf(file),
      category: categoryOf(story),
      year: passed && placeholder('year', passed.date),
      passed_date: passed && isoDate(passed.date),
      enacted_date: enacted && isoDate(enacted),
      plain_english_summary: file.fill(plain),
      documents: sections && [documentOf(file, { title, sections })],
    },
  ]
}

function statusOf(file: CouncilFile): string {
  if (file.story.bylaw?.veto !== undefined && lawfulFrom(file) === undefined) return 'Vetoed'
  const enacted = inForceFrom(file)
  const motions = file.steps.flatMap(({ step }) => step.motions ?? [])
  if (enacted === undefined) return motions.some(losesBylaw) ? 'Defeated' : 'Proposed'
  return placeholder('bylaw', enacted)
}

const categoryOf = ({ department }: Story) =>
  department.charAt(0).toUpperCase() + department.slice(1)

function documentOf(
  file: CouncilFile,
  { title, sections }: NonNullable<Story['documents']>[number],
) {
  return {
    title: file.fill(title),
    language: file.language,
    sections: sections.map((section) => ({
      title: section.title && file.fill(section.title),
      text: file.fill(section.text),
    })),
  }
}

function matterRecord(town: Town, file: CouncilFile): Draft<RecordOf<'matter'>> {
  const { story, number } = file
  const { sponsor, documents = [] } = story
  return {
    kind: 'matter',
    key: number,
    identifier: number,
    title: file.fill(story.matter),
    category: categories[story.kind],
    status: file.steps.every(({ sitting }) => wasHeld(sitting)) ? 'Closed' : 'Open',
    description: story.about && file.fill(story.about),
    plain_english_summary: file.fill(story.plain),
    bylaw_key: story.bylaw && bylawKey(file),
    sponsorships:
      sponsor === undefined
        ? undefined
        : [{ person_key: sponsor, name: personOf(town, sponsor).name, primary: true }],
    documents: documents.map((document) => ({ ...documentOf(file, document), type: 'report' })),
  }
}

type Action = Omit<Draft<RecordOf<'action'>>, 'kind' | 'key' | 'matter_key' | 'position'>

function actionRecords(file: CouncilFile): Draft<RecordOf<'action'>>[] {
  const { story, number, steps } = file
  const beginning = beginnings[story.kind]
  const first = steps[0]?.sitting.date ?? dayOne
  const actions: Action[] = []
  if (beginning !== undefined)
    actions.push({
      description: beginning.description,
      date: isoDate(addDays(first, -beginning.days)),
      classification: ['filing'],
    })
  actions.push(...readingsOf(file))
  const enacted = inForceFrom(file)
  if (enacted !== undefined)
    actions.push({
      description: 'In force',
      date: isoDate(enacted),
      classification: ['became-law'],
    })
  return actions.map((action, index) => ({
    kind: 'action',
    key: `${number}/${index + 1}`,
    matter_key: number,
    position: index + 1,
    ...action,
  }))
}

const inCouncil = (sitting: Sitting) => ({
  date: isoDate(sitting.date),
  organization_key: 'council',
  meeting_key: keyOf(sitting),
})

function readingsOf(file: CouncilFile): Action[] {
  const { story, steps, passed } = file
  if (passed === undefined) return []
  const first = steps.find(({ step }) => step.at === story.bylaw?.first_reading)
  return [
    {
      ...inCouncil(first?.sitting ?? passed),
      description: 'First and second reading',
      classification: ['reading-1', 'reading-2'],
    },
    {
      ...inCouncil(passed),
      description: 'Third reading and passage',
      classification: ['reading-3', 'passage'],
      motion_key: keyOfMotion(file, passed, ({ enacts }) => enacts),
      result: 'Carried',
    },
  ]
}
