import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { saysOpen } from '../../core/open-status.ts'

const meeting = (key: string, body: string, date: string, status: string) => ({
  ...{ kind: 'meeting', key, organization_key: body, title: `Sitting of ${body}`, date, status },
})
const matter = (key: string, status: string | null) => ({
  ...{ kind: 'matter', key, title: `Ferry pass ${key}`, identifier: key, status },
})
const item = (key: string, matterKey: string, at: number) => ({
  ...{ kind: 'agenda_item', key: `${key}-${at}`, meeting_key: key, matter_key: matterKey },
  ...{ position: at, title: `Ferry pass ${matterKey}` },
})
const bylaw = (key: string, status: string, more = {}) => ({
  ...{ kind: 'bylaw', key, bylaw_number: key, title: `Ferries ${key}`, status, ...more },
})

const step = (matterKey: string, at: number, body: string, more = {}) => ({
  ...{ kind: 'action', key: `${matterKey}-${at}`, matter_key: matterKey, position: at },
  ...{ organization_key: body, date: `2022-05-0${at + 1}`, description: 'Introduced', ...more },
})

const put = (matterKey: string, meetingKey: string, more = {}) => ({
  ...{ kind: 'motion', key: `on ${matterKey}`, meeting_key: meetingKey, matter_key: matterKey },
  ...{ motion_kind: 'motion', position: 9, result: 'Carried', ...more },
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    { kind: 'organization', key: 'assembly', name: 'Assembly', classification: 'council' },
    { kind: 'organization', key: 'panel', name: 'Ferry Panel', classification: 'committee' },
    meeting('later', 'assembly', '2093-05-04', 'scheduled'),
    meeting('next', 'assembly', '2093-04-06', 'scheduled'),
    meeting('panel', 'panel', '2093-03-02', 'scheduled'),
    meeting('off', 'assembly', '2093-02-02', 'cancelled'),
    meeting('past', 'assembly', '2021-02-02', 'completed'),
    matter('FP-1', 'Closed'),
    item('next', 'FP-1', 0),
    item('later', 'FP-1', 0),
    matter('FP-2', null),
    item('panel', 'FP-2', 0),
    matter('FP-3', 'Under review'),
    item('past', 'FP-3', 0),
    matter('FP-4', 'Closed'),
    item('past', 'FP-4', 1),
    item('off', 'FP-4', 0),
    matter('FP-5', 'En attente'),
    matter('FP-8', 'Closed'),
    {
      ...{ kind: 'motion', key: 'tied', identifier: 'T-1', meeting_key: 'past', position: 1 },
      ...{ matter_key: 'FP-8', motion_kind: 'motion', text: 'That the pass be sold.' },
      ...{ result: 'Defeated', tally: { for: 3, against: 3 } },
    },
    meeting('panel-past', 'panel', '2022-05-03', 'completed'),
    matter('FP-9', 'Committee'),
    {
      ...{ kind: 'motion', key: 'lost', identifier: 'L-1', meeting_key: 'panel-past', position: 1 },
      ...{ matter_key: 'FP-9', motion_kind: 'motion', result: 'Defeated' },
      ...{ text: 'The Bill failed by Roll Call vote.', summary: 'Defeated by Committee' },
      ...{ tally: { for: 1, against: 4 } },
    },
    step('FP-9', 0, 'assembly', { date: '2022-04-02', classification: ['introduction'] }),
    matter('FP-10', 'Committee'),
    step('FP-10', 0, 'panel', { description: 'Hearing Held by Committee' }),
    step('FP-10', 1, 'panel', { description: 'Laid Over by Committee' }),
    matter('FP-11', 'Committee'),
    step('FP-11', 0, 'panel', {
      ...{ description: 'Disapproved by Committee', classification: ['committee-failure'] },
    }),
    matter('FP-12', 'Adopted'),
    step('FP-12', 0, 'panel', {
      ...{ description: 'Referred to committee', classification: ['referral-committee'] },
    }),
    step('FP-12', 1, 'assembly', { description: 'Passed', classification: ['passage'] }),
    ...[bylaw('36', 'In force'), bylaw('37', 'In force')],
    { ...matter('FP-13', 'Closed'), bylaw_key: '36' },
    { ...matter('FP-14', 'Closed'), bylaw_key: '37' },
    put('FP-13', 'panel-past', { text: 'That the north pier be the first choice.' }),
    put('FP-14', 'panel-past', { text: 'That the report be approved.' }),
    matter('FP-15', 'Closed'),
    put('FP-15', 'past', {
      ...{ text: 'That the offer for the ferry be refused.', tally: { for: 5, against: 1 } },
      plain_english_summary: 'Do not sell the ferry.',
    }),
    matter('FP-16', 'Closed'),
    put('FP-16', 'past', { text: 'That it be refused.', tally: { for: 4, against: 1 } }),
    matter('FP-17', 'Closed'),
    put('FP-17', 'past', {
      ...{ motion_kind: 'procedural', text: 'THAT the ferry lie on the table until spring.' },
      ...{ result: 'Tabled', tally: { for: 4, against: 2 } },
    }),
    matter('FP-18', 'Closed'),
    put('FP-18', 'past', {
      ...{ motion_kind: 'procedural', text: 'THAT the ferry be put off until the pier is dry.' },
      ...{ tally: { for: 6, against: 0 } },
    }),
    matter('FP-19', 'Closed'),
    put('FP-19', 'panel-past', {
      ...{ motion_kind: 'amendment', text: 'THAT the fare be halved.', result: 'Defeated' },
    }),
    put('FP-19', 'past', {
      ...{ key: 'wait', motion_kind: 'procedural', text: 'THAT the ferry wait.' },
      ...{ result: 'Defeated' },
    }),
    matter('FP-20', 'Closed'),
    step('FP-20', 0, 'panel', { date: '2021-03-03', classification: ['filing'] }),
    matter('FP-21', 'Closed'),
    step('FP-21', 0, 'panel', { date: '2021-03-03', classification: ['referral-committee'] }),
    ...[bylaw('31', 'First reading'), bylaw('32', 'In force'), bylaw('33', 'Proposed')],
    bylaw('34', 'Pending', { passed_date: '2022-03-01' }),
    bylaw('35', 'In force', { enacted_date: '2022-05-09' }),
    { ...matter('FP-6', 'Closed'), bylaw_key: '35' },
    { ...matter('FP-7', 'Closed'), bylaw_key: '32' },
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const html = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body
const fateIn = (body: string) => textOf(/<ol class="fate".*?<\/ol>/s.exec(body)?.[0] ?? '')
const fate = async (path: string) => fateIn(await html(path))

describe('how far something came', () => {
  it('is "not yet" and names the next meeting where one to come has it on its agenda', async () => {
    const body = await html('/pemberley/matters/fp-1')
    expect(fateIn(body)).toMatch(
      /Committeenot on recordCouncilnot yetOn the agenda: Sitting of assembly, April 6, 2093$/,
    )
    const slugs = hrefsOf(/<ol class="fate".*?<\/ol>/s.exec(body)?.[0] ?? '')
    expect(slugs).toHaveLength(1)
    expect((await service.call(slugs[0] ?? '', {})).status).toBe(200)
    expect(await fate('/pemberley/matters/fp-2')).toMatch(
      /Committeenot yetOn the agenda: Sitting of panel, March 2, 2093Councilnot yet$/,
    )
  })

  it('may have begun before the record, unless its first step begins it', async () => {
    const early = 'Steps before February 2, 2021, if there were any'
    expect(textOf(await html('/pemberley/matters/fp-21'))).toContain(early)
    expect(textOf(await html('/pemberley/matters/fp-20'))).not.toContain(early)
  })

  it('is "not yet" where its status says that it is open', async () => {
    expect(await fate('/pemberley/matters/fp-3')).toMatch(/Committeenot yetCouncilnot yet$/)
    expect(await fate('/fr/pemberley/matters/fp-5')).toMatch(/Comitépas encoreConseilpas encore$/)
  })

  it('ends where a committee voted it down, whatever its status still says', async () => {
    expect(await fate('/pemberley/matters/fp-9')).toMatch(
      /CommitteeLost 1 to 4 · Ferry Panel, May 3, 2022Councilnot on record$/,
    )
    expect(await fate('/pemberley/matters/fp-11')).toMatch(
      /CommitteeDisapproved by Committee · Ferry Panel, May 1, 2022Councilnot on record$/,
    )
    const found = await service.call('/pemberley/search?q=FP-9', {
      headers: { accept: 'text/html' },
    })
    expect(textOf(found.body)).toMatch(/Lost 1 to 4, Ferry Panel/)
  })

  it('has the last step of a body whose vote is not on record, in the words of the source', async () => {
    expect(await fate('/pemberley/matters/fp-10')).toMatch(
      /CommitteeLaid Over by Committee · Ferry Panel, May 2, 2022Councilnot yet$/,
    )
    expect(await fate('/pemberley/matters/fp-12')).toMatch(
      /Committeenot on recordCouncilPassed · Assembly, May 2, 2022$/,
    )
  })

  it('says that a vote of a committee was on the report where it decided something else', async () => {
    expect(await fate('/pemberley/bylaws/by-law-36')).toMatch(
      /CommitteeNo vote on the by-law itself is on record. The last on its report:That the north pier be the first choice Carried/,
    )
    expect(await fate('/pemberley/bylaws/by-law-37')).toMatch(
      /CommitteeApproved · Ferry Panel, May 3, 2022Council/,
    )
  })

  it('has what a refusal decided with its count, never a count for what was refused', async () => {
    expect(await fate('/pemberley/matters/fp-15')).toMatch(
      /CouncilDo not sell the ferry Carried 5 to 1 · Assembly, February 2, 2021$/,
    )
    expect(await fate('/pemberley/matters/fp-16')).toMatch(
      /CouncilRefused 4 for refusing it, 1 against · Assembly, February 2, 2021$/,
    )
    expect(await fate('/fr/pemberley/matters/fp-16')).toMatch(/4 pour le refus, 1 contre/)
  })

  it('has what put it off, or that only amendments and procedure were voted on', async () => {
    expect(await fate('/pemberley/matters/fp-17')).toMatch(
      /Committeenot on recordCouncilTabled 4 to 2 · Assembly, February 2, 2021$/,
    )
    expect(await fate('/pemberley/matters/fp-18')).toMatch(
      /CouncilThat the ferry be put off until the pier is dry Carried 6 to 0 · Assembly, February 2, 2021$/,
    )
    expect(await fate('/pemberley/matters/fp-19')).toMatch(
      /Committeeonly votes on amendments are on recordCouncilonly votes on amendments or procedure are on record$/,
    )
    expect(await fate('/fr/pemberley/matters/fp-19')).toMatch(
      /Comitéseuls des votes sur des amendements sont consignésConseilseuls des votes/,
    )
  })

  it('is "not on record" of what is over, whatever cancelled meeting has it', async () => {
    expect(await fate('/pemberley/matters/fp-4')).toMatch(
      /Committeenot on recordCouncilnot on record$/,
    )
  })

  it('says the same of the days of a by-law', async () => {
    for (const number of ['31', '33']) {
      const body = await html(`/pemberley/bylaws/by-law-${number}`)
      expect(fateIn(body)).toMatch(/Councilnot yetIn forcenot yet$/)
      expect(termsOf(body)).toMatchObject({ 'Date passed': 'not yet', 'In force': 'not yet' })
    }
    const over = await html('/pemberley/bylaws/by-law-32')
    expect(fateIn(over)).toMatch(/Councilnot on recordIn forcenot on record$/)
    expect(termsOf(over)).toMatchObject({ 'Date passed': 'not recorded' })
    const passed = termsOf(await html('/pemberley/bylaws/by-law-34'))
    expect(passed).toMatchObject({ 'In force': 'not recorded' })
    expect(await fate('/fr/pemberley/bylaws/by-law-31')).toMatch(/Entrée en vigueurpas encore$/)
  })

  it('ends with the by-law that came of it, and its day if that is known', async () => {
    const body = await html('/pemberley/matters/fp-6')
    expect(fateIn(body)).toMatch(/In force35, May 9, 2022$/)
    expect(hrefsOf(body)).toContain('/pemberley/bylaws/by-law-35')
    expect(await fate('/fr/pemberley/matters/fp-6')).toMatch(/Entrée en vigueur35, 9 mai 2022$/)
    expect(await html('/pemberley/bylaws/by-law-35')).toContain(
      '"legislationDateOfApplicability":"2022-05-09"',
    )
    expect(await fate('/pemberley/matters/fp-7')).toMatch(/By-law32$/)
    const { data } = (await service.v1('matters/fp-6')).json
    expect(data.bylaw).toEqual({ slug: 'by-law-35', title: 'Ferries 35', bylaw_number: '35' })
  })

  it('says why a vote was lost after a colon as the language sets it', async () => {
    expect(await html('/pemberley/motions/motion-t-1')).toContain('>: a tie loses<')
    expect(await html('/fr/pemberley/motions/motion-t-1')).toContain(
      '>\u00a0: l’égalité des voix rejette<',
    )
  })

  it('is open by words of the source alone', () => {
    for (const status of [
      ...['Open', 'Proposed', 'Laid Over in Committee', 'Reported from Committee', 'In progress'],
      ...['Awaiting a report', 'Second reading', 'À l’étude', 'En cours', 'Deuxième lecture'],
    ])
      expect(saysOpen(status), status).toBe(true)
    for (const status of [
      ...['Closed', 'Adopted', 'Introduced and withdrawn', 'Second and third reading', 'In force'],
      ...['Committee report filed', 'Expired', 'Proposed, lost', 'Fermé', 'Adopté'],
      ...[
        'Deferred',
        'Proposed, deferred',
        'On hold',
        'Continued',
        'Postponed',
        'Laid over, deferred',
      ],
      ...['Reporté', 'Reportée', 'Différée', 'En suspens', 'Proposé, reporté'],
    ])
      expect(saysOpen(status), status).toBe(false)
    expect(saysOpen(null)).toBe(false)
  })
})
