import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { readDetails, readList } from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { splitList } from '../../../test/support/service/split-list.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { townRecords } from '../../../test/support/towns/town.ts'

const election = {
  kind: 'motion',
  key: 'v-election',
  position: 9,
  date: '2024-02-03',
  identifier: 'Chair',
  motion_kind: 'election',
  result: 'Vera Ng elected',
  votes: [
    { person_key: 'p-roy', name: 'S. Roy', value: 'Other', candidate: 'V. Ng' },
    { name: 'A. Stranger', value: 'Other', candidate: 'P. Twin' },
  ],
  candidates: [
    { person_key: 'p-ng', name: 'V. Ng', votes: 5, elected: true },
    { name: 'P. Twin', votes: 2, elected: false },
    { name: 'Nobody' },
  ],
}
const substitute = {
  kind: 'motion',
  key: 'v-substitute',
  position: 9,
  identifier: 'Substitute',
  text: 'That it be deferred.',
  superseded_text: 'That it be done.',
}
const joint = {
  ...{
    kind: 'motion',
    key: 'v-joint',
    position: 9,
    identifier: 'Joint',
    text: 'That it be built.',
  },
  ...{ meeting_key: 'g-0', organization_key: 'o-library' },
}

const item = (key: string, title: string) => ({
  ...{ kind: 'agenda_item', key, title, meeting_key: 'g-june', position: 1 },
})
const onDam = (identifier: string, changes: object) => ({
  ...{ kind: 'motion', key: `v-${identifier}`, identifier, position: 1, matter_key: 'x-dam' },
  ...{ motion_kind: 'motion', result: 'Carried', ...changes },
})
const onItem = (identifier: string, itemKey: string, changes: object = {}) =>
  onDam(identifier, {
    matter_key: null,
    meeting_key: 'g-june',
    agenda_item_key: itemKey,
    ...changes,
  })
const titled = [
  ...[
    pastMeeting('g-may', { date: '2024-05-06', organization_key: 'o-council' }),
    pastMeeting('g-june', { date: '2024-06-03', organization_key: 'o-council' }),
  ],
  { kind: 'matter', key: 'x-dam', identifier: 'DAM', title: 'Dam of Mill Lane' },
  ...[item('i-asked', 'Questions'), item('i-doubted', 'Doubts')],
  onDam('Cut', { meeting_key: 'g-may', text: 'Committee Recommendation(s)\nThat Council:' }),
  onDam('Rejected', {
    ...{ meeting_key: 'g-june', text: 'That Council reject the dam.' },
    votes: [{ person_key: 'p-roy', name: 'S. Roy', value: 'For' }],
  }),
  onDam('Reworded', { meeting_key: 'g-june', motion_kind: 'amendment', result: 'Defeated' }),
  onDam('Undated', { result: null }),
  onItem('Asked', 'i-asked', { result: null }),
  onItem('Closed', 'i-asked'),
  onItem('Unclear', 'i-asked', { motion_kind: null, result: 'Withdrawn' }),
  onItem('Later', 'i-asked', { meeting_key: null, date: '2024-07-01', result: null }),
  onItem('Doubted', 'i-doubted'),
  onItem('Denied', 'i-doubted', { result: 'Defeated' }),
]

let service: Service
beforeAll(async () => {
  service = await startService()
  await importRecords(service, [...townRecords(), election, substitute, joint, ...titled])
})
afterAll(() => service.stop())

const detail = async (slug: string) => (await service.v1(`motions/${slug}`)).json.data

describe('motions', () => {
  it('names the mover as the person is called now, and as the record wrote it', async () => {
    expect(await detail('motion-2024-0')).toMatchObject({
      mover_name: 'Vera Ng',
      mover_name_as_written: 'as written',
      seconder_name: 'Stéphanie Roy',
      seconder_name_as_written: 'S. Roy',
    })
  })

  it('have the same kind in the details of their meeting and matter', async () => {
    const motions = await readList(service, 'motions')
    const kinds = new Map<string, string | null>(
      motions.map(({ slug, kind }: Json) => [slug, kind]),
    )
    for (const list of ['meetings', 'matters'] as const) {
      const details = await readDetails(service, list)
      const shown: Json[] = details.flatMap((each) => each.motions)
      expect(new Set(shown.map(({ kind }) => kind)).size, list).toBeGreaterThan(2)
      for (const { slug, kind } of shown) expect(kind, slug).toBe(kinds.get(slug))
    }
  })

  it('of a voter include each motion once, even with two votes of the person', async () => {
    const twice = ['Ann Lee', 'Bo Park'].map((candidate) => ({
      ...{ person_key: 'p-inuk', name: 'I', value: 'Other', candidate },
    }))
    const motion = { ...substitute, key: 'v-twice', identifier: 'Twice', votes: twice }
    await importRecords(service, [motion])
    const { matches } = await splitList(service, 'motions', { voter: 'ᐊᓄᕌᖅ' })
    expect(matches).toEqual([])
    const { slug } = (await service.v1('people?name=ᐊᓄᕌᖅ')).json.data[0]
    const voted = await splitList(service, 'motions', { voter: slug })
    expect(voted.matches.map((each) => each.slug)).toEqual(['motion-twice'])
    expect((await service.v1(`votes?person=${slug}`)).json.data).toHaveLength(2)
  })

  it('name the body that decided, or else the one that met', async () => {
    const { data } = (await service.v1('votes?motion=motion-2024-0')).json
    const { organization, organization_slug } = data[0]
    expect(organization).toBe('Town Council')
    expect(await detail('motion-2024-0')).toMatchObject({ organization, organization_slug })
    expect(await detail('motion-joint')).toMatchObject({
      organization: 'Library Board',
      organization_slug: 'library-board',
    })
    expect(await detail('motion-substitute')).toMatchObject({
      organization: null,
      organization_slug: null,
    })
  })

  it('show the motion that was superseded', async () => {
    const motion = await detail('motion-substitute')
    expect(motion.text_content).toBe('That it be deferred.')
    expect(motion.superseded_text).toBe('That it be done.')
  })

  it('show their summary instead of the text in lists, and the text in details', async () => {
    const summary = 'Defers the pond.'
    await importRecords(service, [{ ...substitute, key: 'v-sum', identifier: 'Sum', summary }])
    const listed = (await readList(service, 'motions')).find(({ slug }) => slug === 'motion-sum')
    expect(listed?.text).toBe(summary)
    const { text, text_content } = await detail('motion-sum')
    expect([text, text_content]).toEqual([summary, substitute.text])
  })
})

describe('the title of a motion', () => {
  it('is what it does, with what it is about beside it', async () => {
    expect(await detail('motion-rejected')).toMatchObject({
      title: 'Reject the dam',
      item_title: 'Dam of Mill Lane',
      text_complete: true,
    })
    expect(await detail('motion-cut')).toMatchObject({
      title: 'Dam of Mill Lane',
      title_from: 'subject',
      outcome: { verb: 'motion_carried' },
      item_title: 'Dam of Mill Lane',
      text_complete: false,
    })
  })

  it('is the same in lists and votes', async () => {
    const title = 'Reject the dam'
    const rejected = { slug: 'motion-rejected', title }
    expect(await readList(service, 'motions')).toContainEqual(expect.objectContaining(rejected))
    const [vote] = (await service.v1('votes?motion=motion-rejected')).json.data
    expect([vote.title, vote.motion_title]).toEqual([title, title])
  })

  it.each([
    ['is the last motion with a result on its matter', 'motion-cut', 'motion-rejected', 'Refused'],
    ['is not an amendment', 'motion-reworded', 'motion-rejected', 'Refused'],
    ['is null for the last motion itself', 'motion-rejected', null],
    ['is that of the agenda item if there is no matter', 'motion-asked', 'motion-closed'],
    ['is not hidden by a motion of unknown kind', 'motion-unclear', 'motion-closed'],
    ['is null if motions of one day had different results', 'motion-doubted', null],
    ['is null if nothing was decided on the item since', 'motion-later', null],
    ['is null if its own day is not known', 'motion-undated', null],
  ])('the outcome of its item %s', async (_, slug, last, result: string | null = null) => {
    const outcome = { result, date: '2024-06-03', motion_slug: last }
    const expected = last === null ? null : expect.objectContaining(outcome)
    expect((await detail(slug)).item_outcome).toEqual(expected)
    const listed = (await readList(service, 'motions')).find((item) => item.slug === slug)
    expect(listed.item_outcome).toEqual(expected)
  })

  it('the outcome of its item says whether it was the whole, or a later decision', async () => {
    const of = (key: string, date: string, more: object) => ({
      ...{ kind: 'motion', key, identifier: key, position: 1, date, matter_key: 'm-jetty' },
      ...{ motion_kind: 'motion', result: 'Carried', text: `That ${key} be mended.`, ...more },
    })
    await importRecords(service, [
      { kind: 'matter', key: 'm-jetty', title: 'The old jetty' },
      of('piles', '2024-05-01', {}),
      of('ropes', '2024-06-01', { motion_kind: 'amendment' }),
      of('bell', '2024-06-02', { motion_kind: 'procedural', result: 'Defeated' }),
      of('jetty', '2024-07-03', {}),
      of('lamp', '2024-07-03', { motion_kind: 'amendment', result: 'Carried' }),
      of('thanks', '2024-07-03', {}),
    ])
    const outcomes = await Promise.all(
      ['piles', 'ropes', 'bell', 'lamp', 'thanks', 'jetty'].map(async (key) => {
        const { item_outcome: outcome } = await detail(`motion-${key}`)
        return outcome && [outcome.kind, outcome.motion_slug]
      }),
    )
    expect(outcomes).toEqual([
      ['later', 'motion-jetty'],
      ['whole', 'motion-jetty'],
      ['later', 'motion-jetty'],
      ['whole', 'motion-jetty'],
      null,
      null,
    ])
  })

  it('the outcome of what a committee recommends is the first decision of the council', async () => {
    const of = (key: string, date: string, body: string, text: string) => ({
      ...{ kind: 'motion', key, identifier: key, position: 1, date, matter_key: 'm-ferry' },
      ...{ motion_kind: 'motion', result: 'Carried', text, organization_key: body },
    })
    await importRecords(service, [
      { kind: 'organization', key: 'o-ferry', name: 'Ferry Panel', classification: 'committee' },
      { kind: 'organization', key: 'o-all', name: 'Full Council', classification: 'council' },
      { kind: 'matter', key: 'm-ferry', title: 'The ferry' },
      of('advice', '2024-05-01', 'o-ferry', 'That two ferries be bought.'),
      of('delay', '2024-05-06', 'o-all', 'That the report be deferred.'),
      of('purchase', '2024-05-20', 'o-all', 'That one ferry be bought.'),
      of('paint', '2024-09-02', 'o-all', 'That the ferry be painted.'),
    ])
    const outcomes = await Promise.all(
      ['advice', 'delay', 'purchase'].map(async (key) => {
        const { item_outcome: outcome } = await detail(`motion-${key}`)
        return outcome && [outcome.kind, outcome.motion_slug]
      }),
    )
    expect(outcomes).toEqual([
      ['council', 'motion-purchase'],
      ['whole', 'motion-paint'],
      ['later', 'motion-paint'],
    ])
  })

  it('the whole of an amendment is that of its own item, not a later one on the matter', async () => {
    const on = (key: string, item: string, more: object) => ({
      ...{ kind: 'motion', key, identifier: key, position: 1, matter_key: 'm-barge' },
      ...{ motion_kind: 'motion', result: 'Carried', text: `That the ${key} be bought.` },
      ...{ meeting_key: item, agenda_item_key: `i-${item}`, ...more },
    })
    await importRecords(service, [
      { kind: 'matter', key: 'm-barge', title: 'The barge' },
      ...['may', 'june'].flatMap((key, at) => [
        { kind: 'meeting', key, title: 'Council', date: `2024-0${at + 5}-07`, status: 'completed' },
        { kind: 'agenda_item', key: `i-${key}`, meeting_key: key, title: 'Barge', position: 1 },
      ]),
      on('mast', 'may', { motion_kind: 'amendment' }),
      on('hull', 'may', {}),
      on('oars', 'june', {}),
    ])
    const { item_outcome: outcome } = await detail('motion-mast')
    expect([outcome.kind, outcome.motion_slug]).toEqual(['whole', 'motion-hull'])
  })

  it('the outcome of its item is what the council decided, although its committee decided otherwise that day', async () => {
    const on = (key: string, organization_key: string, result: string) => ({
      ...{ kind: 'motion', key, identifier: key, position: 1, date: '2024-08-01' },
      ...{ motion_kind: 'motion', matter_key: 'm-lock', organization_key, result },
      text: 'That the report be approved.',
    })
    await importRecords(service, [
      { kind: 'organization', key: 'lock', name: 'Lock Council', classification: 'council' },
      { kind: 'organization', key: 'keys', name: 'Lock Committee', classification: 'committee' },
      { kind: 'matter', key: 'm-lock', title: 'The lock' },
      on('advised', 'keys', 'Carried'),
      on('decided', 'lock', 'Defeated'),
    ])
    const { item_outcome: outcome } = await detail('motion-advised')
    expect([outcome.kind, outcome.result, outcome.motion_slug]).toEqual([
      'council',
      'Defeated',
      'motion-decided',
    ])
  })

  it('the outcome of its item is unknown if the last vote was on a part of it', async () => {
    const of = (key: string, date: string, text: string) => ({
      ...{ kind: 'motion', key, identifier: key, position: 1, date, text, matter_key: 'm-part' },
      ...{ motion_kind: 'motion', result: 'Carried' },
    })
    await importRecords(service, [
      { kind: 'matter', key: 'm-part', title: 'Dredging of ditches' },
      of('whole', '2024-06-01', 'That the report be amended.'),
      of('part', '2024-06-02', 'Adopt Item - Clauses 2 and 3 only'),
    ])
    expect((await detail('motion-whole')).item_outcome).toBeNull()
  })
})

describe('an election', () => {
  it('has its candidates and the winner, and no tally', async () => {
    const motion = await detail('motion-chair')
    expect(motion).toMatchObject({ kind: 'election', contested: null })
    expect(motion.tally).toEqual({
      for: null,
      against: null,
      abstain: null,
      absent: null,
      weighted: null,
    })
    const ng = { person_slug: 'vera-ng', person_name: 'Vera Ng', name_as_written: 'V. Ng' }
    const named = (name: string) => ({
      person_slug: null,
      person_name: name,
      name_as_written: name,
    })
    expect(motion.candidates).toEqual([
      { ...ng, votes: 5, elected: true },
      { ...named('P. Twin'), votes: 2, elected: false },
      { ...named('Nobody'), votes: null, elected: null },
    ])
  })

  it('says for whom each person voted, under the name of today and as written', async () => {
    const { votes } = await detail('motion-chair')
    expect(votes).toMatchObject([
      { person_name: 'Stéphanie Roy', name_as_written: 'S. Roy', candidate: 'V. Ng' },
      { person_slug: null, name_as_written: 'A. Stranger', candidate: 'P. Twin' },
    ])
  })

  it('has no candidates and no counts of yes and no in Open Civic Data', async () => {
    const { results } = (await service.ocd('votes?per_page=100')).json
    const { id } = results.find(({ identifier }: { identifier: string }) => identifier === 'Chair')
    const vote = (await service.ocd(`votes/${id}`)).json
    expect(vote.counts).toEqual([{ option: 'other', value: 2 }])
    expect(JSON.stringify(vote)).not.toMatch(/candidate|P\. Twin/)
    const classified = results.filter(
      (each: { motion_classification: string[] }) => each.motion_classification.length > 0,
    )
    expect(classified.length).toBeGreaterThan(0)
    expect(classified[0].motion_classification).toEqual(['amendment-passage'])
  })
})
