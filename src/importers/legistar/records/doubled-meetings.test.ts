import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import { townMeeting } from '../../../../test/support/legistar/town.ts'

const item = { ID: 70_001, Title: 'Agenda - 7:00 p.m.', AgendaSequence: 1, MinutesSequence: 0 }
const announced = {
  ...{ ...townMeeting, ID: 950, AgendaStatusName: 'Final', MinutesFile: '', Comment: '' },
  Items: [item],
}
/** Whether the meeting that is entered twice is on record, and what the report says of it. */
async function readTwice(more: Partial<Record<keyof typeof announced, unknown>>) {
  const path = 'events/2024/2024-03-05_19_00_town-council_950.json'
  const { of, warnings } = await readArchive({ [path]: { ...announced, ...more } })
  const { subject, reason } = warnings.find(({ subject: one }) => one === 'event 950') ?? {}
  const isKept = of('meeting').some(({ key }) => key === '950')
  expect(of('meeting').some(({ key }) => key === '900')).toBe(true)
  return { isKept, said: subject && reason }
}

describe('a meeting that is entered twice', () => {
  it.each([
    ['an announcement of the agenda', [item]],
    ['an agenda to come', [{ ...item, Title: 'AGENDA TO BE ANNOUNCED' }]],
    ['items that the other has', townMeeting.Items.map(bare).slice(0, 1)],
    ['no items', []],
  ])('is skipped if it is only %s', async (_, Items) => {
    const { isKept, said } = await readTwice({ Items })
    expect(isKept).toBe(false)
    expect(said).toMatch(/^announces event 900, of the same body and time/)
  })

  it.each([
    ['another time', { Date: townMeeting.Date.replace('T19:00', 'T20:00') }],
    ['another room', { Location: 'Weir Mill' }],
    ['a comment of its own', { Comment: 'Jointly with the Weir Board' }],
    ['minutes', { MinutesFile: 'https://weir.legistar1.com/weir/meetings/minutes.pdf' }],
    [
      'an item of its own',
      { Items: [item, { ...item, ID: 70_002, Title: 'Mending of the weir' }] },
    ],
    ['a matter of its own', { Items: [{ ...item, Title: 'Mill', MatterID: 4711 }] }],
    ['notes', { Items: [{ ...item, AgendaNote: 'By the old door' }] }],
    ['been put off', { AgendaStatusName: 'Deferred' }],
  ])('is kept if it has %s', async (_, more) => {
    expect((await readTwice(more)).isKept).toBe(true)
  })
})

/** An item without what was recorded of it. */
function bare({ ID, Title }: { ID: number; Title: string }) {
  return { ...item, ID: ID + 50_000, Title }
}

describe('a meeting whose agenda is a test', () => {
  const other = { Date: townMeeting.Date.replace('T19:00', 'T09:00') }
  it.each(['TEST', 'Test meeting', 'Essai.'])('is skipped: %s', async (Title) => {
    const { isKept, said } = await readTwice({ ...other, Items: [{ ...item, Title }] })
    expect([isKept, said]).toEqual([false, expect.stringMatching(/^is a test/)])
  })

  it.each([
    ['Water test results', {}],
    ['TEST', { MatterID: 4711 }],
    ['TEST', { ActionName: 'Approved', PassedFlagName: 'Pass' }],
  ])('but not with a subject or a decision: %s', async (Title, more) => {
    const { isKept } = await readTwice({ ...other, Items: [{ ...item, Title, ...more }] })
    expect(isKept).toBe(true)
  })
})
