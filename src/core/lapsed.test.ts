import { describe, expect, it } from 'vitest'
import { type EndStep, isLapse, lapsedOn, saysLapsed } from './lapsed.ts'

const lapsed = [
  ...['Filed (End of Session)', 'Filed - end of term', 'End of Session', 'Session ended'],
  ...['Failed (end of the legislative session)', 'Closed: end of council term', 'LAPSED'],
  ...['Lapsed', 'Expired', 'File expired', 'Council File Expired', 'Died on the Order Paper'],
  ...['Died due to expiration of legislative council session', 'Died in committee', 'Dead'],
  ...['This Introduction was Filed (End of Session)', 'Bill 14 lapsed at dissolution'],
  ...['Not acted on before the end of the term', 'Left on the order paper', 'Closed (lapsed)'],
  ...['Expired on 2024-12-31', 'Filed, term of council ended', 'Has lapsed'],
  ...['Caduc', 'Devenu caduc', 'Devenue caduque', 'Mort au feuilleton', 'Le projet est caduc'],
  ...[
    'Expiré',
    'Classé à la fin de la session',
    'Fin du mandat',
    'Périmée',
    'Est morte au feuilleton',
  ],
  ...['Non adopté avant la fin de la législature', 'Closed at prorogation of the legislature'],
]
const others = [
  ...['Filed', 'Filed by Council', 'Filed by Committee', 'Received, Ordered, Printed and Filed'],
  ...['Withdrawn', 'Withdrawn (End of Session)', 'Retiré', 'Retirée à la fin de la session'],
  ...['Adopted', 'Enacted', 'Defeated', 'Closed', 'Placed on file', 'Committee', 'Deferred'],
  ...['Carried over to the next session', 'Deferred to the end of the session'],
  ...['Laid over until end of term', 'Hearing held at end of session', 'Adopted at end of session'],
  ...['Motion lapsed for lack of a seconder', 'Lapsed for lack of a seconder', 'Not lapsed'],
  ...['Died for lack of a second', 'Caduque faute d’appuyeur', 'Appeal period expired'],
  ...[
    'Appeal period: expired',
    'Expired leases',
    'Expired permits: report',
    'Dead Man’s Lane closed',
  ],
  ...['Expires 2027-01-01', 'Will lapse if not adopted', 'Has not expired', 'N’est pas caduc'],
  ...['End of session report', 'Term of council', 'Délai expiré', 'Order Paper adopted'],
  ...['Reported from Committee', 'Tabled', 'Vetoed', 'Motion to file at end of session'],
]

describe('saysLapsed', () => {
  it.each(lapsed)('reads that something lapsed in "%s"', (words) => {
    expect(saysLapsed(words)).toBe(true)
  })

  it.each(others)('does not read it in "%s"', (words) => {
    expect(saysLapsed(words)).toBe(false)
  })
})

const step = (description: string, date: string, more: Partial<EndStep> = {}): EndStep => ({
  ...{ description, date, position: 0, classification: [], isVoted: false },
  ...more,
})
const matter = (status: string | null, ...steps: EndStep[]) =>
  lapsedOn({ status, steps, isPassed: false })
const introduced = step('Introduced', '2031-02-03', { classification: ['introduction'] })
const expired = step('Died on the order paper', '2034-10-25', { position: 1 })

describe('lapsedOn', () => {
  it('is the day of the step that says so', () => {
    expect(matter('Died on the order paper', introduced, expired)).toBe('2034-10-25')
    expect(matter(null, introduced, expired)).toBe('2034-10-25')
    expect(matter('Committee', introduced, expired)).toBe('2034-10-25')
  })

  it('is unknown if only a status says so', () => {
    expect(matter('Lapsed', introduced)).toBe('')
    expect(matter('Lapsed', introduced, { ...expired, date: '' })).toBe('')
  })

  it('is none if the status says that it ended in another way', () => {
    for (const status of ['Withdrawn', 'Adopted', 'Vetoed', 'Retirée', 'Defeated'])
      expect(matter(status, introduced, expired), status).toBeNull()
  })

  it('is none if the matter went on, or had ended before', () => {
    const again = step('Introduced again', '2035-01-09', { position: 2 })
    expect(matter(null, introduced, expired, again)).toBeNull()
    const withdrawn = step('Taken back', '2031-06-01', { classification: ['withdrawal'] })
    expect(matter(null, introduced, withdrawn, expired)).toBeNull()
  })

  it('goes by the order of the source where a day is unknown', () => {
    const undated = { ...introduced, date: '' }
    expect(matter(null, undated, expired)).toBe('2034-10-25')
    expect(matter(null, { ...undated, position: 2 }, expired)).toBeNull()
  })

  it('is none of what was passed: its own term ended', () => {
    expect(lapsedOn({ status: 'Expired', steps: [expired], isPassed: true })).toBeNull()
  })

  it('is none of what its steps say was passed, unless it was vetoed', () => {
    const passed = step('Adopted by Council', '2033-03-03', { classification: ['passage'] })
    const vetoed = step('Vetoed by Mayor', '2033-03-09', { classification: ['executive-veto'] })
    expect(matter('Expired', passed, expired)).toBeNull()
    expect(matter('Died on the order paper', passed, vetoed, expired)).toBe('2034-10-25')
  })

  it('is none if the source says what its veto made of it', () => {
    const vetoed = (text: string) =>
      step('Vetoed by Mayor', '2033-03-09', { classification: ['executive-veto'], text })
    const note = 'Without an override, Res. No. 7 was deemed adopted pursuant to the Charter.'
    expect(matter('Filed (End of Session)', introduced, vetoed(note), expired)).toBeNull()
    const received = 'Notice of Veto received by the Clerk.'
    expect(matter('Filed (End of Session)', introduced, vetoed(received), expired)).toBe(
      '2034-10-25',
    )
  })

  it('is none if a vote decided the step', () => {
    expect(isLapse({ ...expired, isVoted: true })).toBe(false)
    expect(matter(null, introduced, { ...expired, isVoted: true })).toBeNull()
  })
})
