import type { ImportRecord, RecordOf } from '../../record/kinds.ts'
import { addDays, cycleStart, type Sitting, sittingsOf } from './calendar.ts'
import {
  bylawKey,
  type CouncilFile,
  filesOf,
  inForceFrom,
  losesBylaw,
  motionKey,
  type TownRecord,
} from './files.ts'
import { meetingRecords } from './meetings.ts'
import type { Person, Sample, Story, Town } from './schema.ts'
import { type Draft, keyOf, personOf, roleOf } from './town.ts'

/** The present council took office two years before the record begins. */
const weeksInOffice = 104
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

/** The whole record of the town as of a day (YYYY-MM-DD); the same day gives the same record. */
export function sampleRecords(
  { town, stories, summaries }: Sample,
  today: string,
): Draft<ImportRecord>[] {
  const sittings = sittingsOf(town, today)
  const files = filesOf(stories, sittings)
  const byBylaw = files.toSorted((a, b) => Number(a.bylaw) - Number(b.bylaw))
  const record: TownRecord = { town, files, summaries, today, numbers: new Map() }
  return [
    ...bodyRecords(town),
    ...Object.entries(town.people).map(([key, person]) => personRecord(town, key, person)),
    ...seatRecords(town, sittings, today),
    ...byBylaw.flatMap((file) => bylawRecords(file, today)),
    ...files.map((file) => matterRecord(town, file, today)),
    ...sittings.flatMap((sitting) => meetingRecords(record, sitting)),
    ...files.flatMap(actionRecords),
  ]
}

function bodyRecords(town: Town): Draft<RecordOf<'organization'>>[] {
  return Object.entries(town.bodies).map(([key, { name, name_fr, classification }]) => ({
    kind: 'organization',
    key,
    name,
    name_fr,
    classification,
    parent_key: classification === 'committee' ? 'council' : undefined,
    url: `${town.url}/council/${key}`,
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
    source_url: `${town.url}/council/${key}`,
    contact_details: isMember
      ? [
          { type: 'email', value: `${key}@${new URL(town.url).host}` },
          // 555-0100 to 555-0199 are kept free for invented people.
          { type: 'voice', value: `613-555-01${number}` },
          { type: 'address', value: town.office, note: 'Office' },
        ]
      : undefined,
  }
}

function seatRecords(
  town: Town,
  sittings: readonly Sitting[],
  today: string,
): Draft<RecordOf<'membership'>>[] {
  const first = addDays(cycleStart(today, 1), -7 * weeksInOffice)
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
        start_date: appointed ? addDays(appointed, 1) : first,
        end_date: last && addDays(last, daysToLeave),
      }
    }),
  )
}

function bylawRecords(file: CouncilFile, today: string): Draft<RecordOf<'bylaw'>>[] {
  const { story, bylaw, passed } = file
  if (story.bylaw === undefined) return []
  const { title, plain, sections, status } = story.bylaw
  const enacted = inForceFrom(file)
  return [
    {
      kind: 'bylaw',
      key: bylawKey(file),
      title: file.fill(title),
      bylaw_number: bylaw,
      status: status ?? statusOf(file, today),
      category: categoryOf(story),
      year: passed && Number(passed.date.slice(0, 4)),
      passed_date: passed?.date,
      enacted_date: enacted,
      plain_english_summary: file.fill(plain),
      documents: sections && [documentOf(file, { title, sections })],
    },
  ]
}

function statusOf(file: CouncilFile, today: string): string {
  const enacted = inForceFrom(file)
  const motions = file.steps.flatMap(({ step }) => step.motions ?? [])
  if (enacted === undefined) return motions.some(losesBylaw) ? 'Defeated' : 'Proposed'
  return enacted > today ? 'Passed' : 'In force'
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

function matterRecord(town: Town, file: CouncilFile, today: string): Draft<RecordOf<'matter'>> {
  const { story, number } = file
  const { sponsor, documents = [] } = story
  const source_url = `${town.url}/files/${number}`
  return {
    kind: 'matter',
    key: number,
    identifier: number,
    source_url,
    title: file.fill(story.matter),
    category: categories[story.kind],
    status: file.steps.some(({ sitting }) => sitting.date >= today) ? 'Open' : 'Closed',
    description: story.about && file.fill(story.about),
    plain_english_summary: file.fill(story.plain),
    bylaw_key: story.bylaw && bylawKey(file),
    sponsorships:
      sponsor === undefined
        ? undefined
        : [{ person_key: sponsor, name: personOf(town, sponsor).name, primary: true }],
    documents: documents.map((document, index) => ({
      ...documentOf(file, document),
      type: 'report',
      url: `${source_url}/${index + 1}.pdf`,
    })),
  }
}

function passingMotion(file: CouncilFile, passed: Sitting): string {
  const step = file.steps.find(({ sitting }) => sitting === passed)?.step
  return motionKey(file, passed, step?.motions?.findIndex(({ enacts }) => enacts) ?? 0)
}

function actionRecords(file: CouncilFile): Draft<RecordOf<'action'>>[] {
  const { story, number, steps, passed } = file
  const beginning = beginnings[story.kind]
  const first = steps[0]?.sitting.date ?? ''
  const actions: Omit<Draft<RecordOf<'action'>>, 'kind' | 'key' | 'matter_key' | 'position'>[] = []
  if (beginning !== undefined)
    actions.push({
      description: beginning.description,
      date: addDays(first, -beginning.days),
      classification: ['filing'],
    })
  if (passed !== undefined) {
    const at = (sitting: Sitting) => ({
      date: sitting.date,
      organization_key: 'council',
      meeting_key: keyOf(sitting),
    })
    const first = steps.find(({ step }) => step.at === story.bylaw?.first_reading)
    actions.push(
      {
        ...at(first?.sitting ?? passed),
        description: 'First and second reading',
        classification: ['reading-1', 'reading-2'],
      },
      {
        ...at(passed),
        description: 'Third reading and passage',
        classification: ['reading-3', 'passage'],
        motion_key: passingMotion(file, passed),
        result: 'Carried',
      },
      { date: inForceFrom(file), description: 'In force', classification: ['became-law'] },
    )
  }
  return actions.map((action, index) => ({
    kind: 'action',
    key: `${number}/${index + 1}`,
    matter_key: number,
    position: index + 1,
    ...action,
  }))
}
