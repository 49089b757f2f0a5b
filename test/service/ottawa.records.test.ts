import { describe, expect, it } from 'vitest'
import {
  boardResults,
  count,
  gluedDissents,
  itemsOf,
  portal,
  type RawMotion,
  rawAddresses,
  rawMeetings,
  rawMinutes,
  rawRoster,
} from '../support/ottawa/raw.ts'
import { startOttawa } from '../support/ottawa/service.ts'
import { crawledRecord } from '../support/service/crawled-record.ts'
import type { Json } from '../support/service/service.ts'

// The expected counts come from the raw files, without the code of the product.

const { stage, details, entities } = crawledRecord(() => startOttawa())

const rawItems = rawMinutes.flatMap(itemsOf)
const rawMotions = rawItems.flatMap(({ item }) => item.motions)
const idOf = (minutes: { source_url: string }) => /Id=([0-9a-f-]+)/.exec(minutes.source_url)?.[1]
/** A name without everything that is not a letter, for comparison. */
const bare = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

describe('meetings', () => {
  it('are the 70 of the calendars, 5 cancelled, 26 with a video', () => {
    const meetings = details('meetings')
    expect(rawMeetings).toHaveLength(70)
    expect(meetings.map(({ date, title }) => `${date} ${title}`).sort()).toEqual(
      rawMeetings
        .map((raw) => `${raw.StartDate.slice(0, 10).replaceAll('/', '-')} ${raw.MeetingName}`)
        .sort(),
    )
    const announced = rawMeetings.filter((raw) =>
      raw.MeetingDocumentLink.some(({ Title }) => /cancel|annulation/i.test(Title)),
    )
    expect(announced).toHaveLength(5)
    expect(count(meetings, ({ status }) => status === 'cancelled')).toBe(5)
    expect(count(meetings, ({ status }) => status === 'completed')).toBe(65)
    const filmed = rawMeetings.filter((raw) =>
      raw.MeetingDocumentLink.some(({ Type }) => Type === 'Video'),
    )
    expect([filmed.length, count(meetings, ({ video_url }) => video_url)]).toEqual([26, 26])
    expect(count(meetings, ({ has_agenda }) => has_agenda)).toBe(
      count(rawMeetings, ({ HasAgenda }) => HasAgenda),
    )
  })

  it('start at the time of the calendar, with the UTC offset of Ottawa in summer', () => {
    const starts = rawMeetings.map(
      ({ StartDate }) => `${StartDate.replaceAll('/', '-').replace(' ', 'T')}-04:00`,
    )
    expect(
      details('meetings')
        .map(({ start_time }) => start_time)
        .sort(),
    ).toEqual(starts.sort())
  })

  it('have 762 items on three levels with 691 attachments, as numbered and titled', () => {
    expect(rawItems).toHaveLength(762)
    expect([1, 2, 3].map((level) => count(rawItems, (rawItem) => rawItem.level === level))).toEqual(
      [393, 340, 29],
    )
    const meetings = details('meetings')
    expect(meetings.flatMap(({ agenda_items }) => agenda_items)).toHaveLength(762)
    const attached = rawItems.flatMap(({ item }) => item.attachments)
    expect(attached).toHaveLength(691)
    const urls = meetings.flatMap(({ documents }) => documents.map(({ url }: Json) => url))
    const links = new Set(attached.map(({ link }) => new URL(link, `${portal}/`).href))
    expect(count(urls, (url) => links.has(url))).toBe(691)
  })

  it('have their items in the order of the minutes: City Council on 22 April', async () => {
    const minutes = rawMinutes.find(
      (agendaItem) =>
        agendaItem.meeting_date === '2026-04-22' && /City Council/.test(agendaItem.title),
    )
    const raw = minutes === undefined ? [] : itemsOf(minutes)
    expect(raw.length).toBeGreaterThan(60)
    const { json } = await stage.service.v1('meetings/2026-04-22-city-council')
    expect(
      json.data.agenda_items.map(({ item_number, title }: Json) => `${item_number} ${title}`),
    ).toEqual(
      raw.map(({ item }) => {
        const number = item.agenda_item_number.replace(/\.$/, '')
        return `${number} ${item.title.replace(/[\s\u00a0]+/g, ' ').trim()}`
      }),
    )
  })

  it('have 356 attendances, 343 present, each with the name in the minutes', () => {
    const rows = details('meetings').flatMap(({ attendance }) => attendance)
    expect([rows.length, count(rows, ({ present }) => present)]).toEqual([356, 343])
    expect(rawMinutes.flatMap((minutes) => minutes.present_attendees)).toHaveLength(343)
    expect(rawMinutes.flatMap((minutes) => minutes.absent_attendees)).toHaveLength(13)
    expect(count(rows, ({ person_slug }) => person_slug === null)).toBe(0)
    const families = (names: string[]) =>
      names.map((name) => bare(name.split(' ').at(-1) ?? '')).sort()
    for (const minutes of rawMinutes) {
      const meeting = details('meetings').find(({ minutes_url, source_url }) =>
        [minutes_url, source_url].some((url) => url?.includes(idOf(minutes))),
      )
      const written = minutes.present_attendees.map((name) =>
        name.replace(/ \((Vice-)?Chair\)$/i, ''),
      )
      const shown = meeting.attendance.filter(({ present }: Json) => present)
      expect(families(shown.map(({ person_name }: Json) => person_name)), minutes.title).toEqual(
        families(written),
      )
    }
  })
})

describe('motions', () => {
  it('are 348: 318 with text, 314 with a result, 100 with a mover, 66 with a seconder, 90 numbered', () => {
    const inText = ({ slug }: Json) => slug.startsWith('motion-opl-')
    expect(count(details('motions'), inText)).toBe(boardResults.length)
    const motions = details('motions').filter((motion: Json) => !inText(motion))
    const raw = (field: keyof RawMotion) => count(rawMotions, (each) => each[field] !== '')
    expect([rawMotions.length, motions.length]).toEqual([348, 348])
    expect([raw('motion_text'), count(motions, (each) => each.text_content)]).toEqual([318, 318])
    expect([raw('motion_result'), count(motions, (each) => each.result)]).toEqual([314, 314])
    // Two substitutes name their mover in the text.
    expect([raw('motion_moved_by'), count(motions, (each) => each.mover_name)]).toEqual([100, 102])
    expect(count(motions, (each) => each.mover_slug)).toBe(102)
    expect(new Set(motions.flatMap((each) => each.mover_slug ?? [])).size).toBe(25)
    expect(count(motions, (each) => each.seconder_slug)).toBe(66)
    expect(
      count(rawMotions, ({ motion_seconded_by: by }) => by.replace(/[^A-Za-z]/g, '') !== ''),
    ).toBe(66)
    expect(raw('motion_number')).toBe(90)
    expect(count(motions, ({ slug }) => slug.startsWith('motion-'))).toBe(90)
    const numbered = entities('votes').flatMap(({ identifier }) => identifier || [])
    expect(count(numbered, (identifier) => !/^OPL /.test(identifier))).toBe(90)
    expect(numbered).toHaveLength(90 + 23)
  })

  it('have the results of the minutes', () => {
    const results = [...rawMotions.map(({ motion_result }) => motion_result), ...boardResults]
    const ended = (word: RegExp) => count(results, (result) => word.test(result))
    const shown = (word: string) => count(details('motions'), ({ result }) => result === word)
    expect([shown('Carried'), shown('Carried as amended')]).toEqual([
      ended(/^carried( \(\d+ to \d+\))?$/i),
      ended(/^carried as amended/i),
    ])
    expect(shown('Defeated')).toBe(ended(/^(lost|defeated)/i))
    expect(shown('Received')).toBe(ended(/^received$/i))
    expect(shown('Received and Carried')).toBe(ended(/^received and carried$/i))
  })

  it('have 15 roll calls of 236 votes, equal to the printed counts', () => {
    const calls = rawMotions.filter(({ motion_votes }) => motion_votes.for !== undefined)
    expect(calls).toHaveLength(15)
    const shown = details('motions').filter((motion) => motion.tally.for !== null)
    expect(shown).toHaveLength(15)
    const cast = shown.flatMap(({ votes }) => votes)
    expect(cast).toHaveLength(236)
    expect(cast.every(({ person_slug }) => person_slug !== null)).toBe(true)
    const tallies = shown.map((motion) => `${motion.tally.for} to ${motion.tally.against}`).sort()
    expect(tallies).toEqual(
      calls
        .map(
          ({ motion_votes: votes }) =>
            `${votes.for?.councillors.length ?? 0} to ${votes.against?.councillors.length ?? 0}`,
        )
        .sort(),
    )
  })

  it('have the votes of a member in every spelling: Matthew Luloff', async () => {
    const isLuloff = (name: string) => /luloff$/i.test(name.trim())
    const castIn = ({ motion_votes: votes, dissent_voters: dissents }: RawMotion) => [
      ...(votes.for?.councillors ?? []).map((name) => ({ name, side: 'For' })),
      ...(votes.against?.councillors ?? []).map((name) => ({ name, side: 'Against' })),
      ...dissents.map((name) => ({ name, side: 'Against' })),
    ]
    const cast = rawMinutes.flatMap((minutes) =>
      itemsOf(minutes)
        .flatMap(({ item }) => item.motions)
        .flatMap((motion) => castIn(motion).map((vote) => ({ ...vote, minutes, motion })))
        .filter(({ name }) => isLuloff(name)),
    )
    const expected = cast.map(({ side, minutes, motion }) => {
      return `${minutes.meeting_date} ${side} ${bare(motion.motion_text).slice(0, 60)}`
    })
    const spellings = new Set(cast.map(({ name }) => name))
    expect([...spellings]).toEqual(['M. Luloff'])
    const shown = details('motions').flatMap((motion) =>
      motion.votes
        .filter(({ person_slug }: Json) => person_slug === 'matthew-luloff')
        .map(
          ({ vote_value }: Json) =>
            `${motion.meeting_date} ${vote_value} ${bare(motion.text_content ?? '').slice(0, 60)}`,
        ),
    )
    expect(shown.sort()).toEqual(expected.sort())
    const { json } = await stage.service.v1('people/matthew-luloff')
    const on = (side: string) => count(cast, (vote) => vote.side === side)
    expect(json.data.voting_summary).toEqual({
      total_votes: expected.length,
      votes_for: on('For'),
      votes_against: on('Against'),
      abstentions: 0,
    })
    const present = rawMinutes.filter(({ present_attendees: names }) =>
      names.some((name) => /luloff/i.test(name)),
    )
    expect(json.data.attendance_summary).toEqual({
      meetings: present.length,
      present: present.length,
      absent: 0,
    })
  })
})

describe('people', () => {
  it('are the 26 of the roster and 18 other attendees; 25 are current councillors', () => {
    const people = details('people')
    expect(rawRoster).toHaveLength(26)
    expect(people).toHaveLength(44)
    const names = people.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(rawRoster.map(({ full_name }) => full_name)))
    expect(new Set(names).size).toBe(44)
    const sitting = rawRoster.filter(({ active }) => active).map(({ full_name }) => full_name)
    const current = people.filter(({ is_current_councillor }) => is_current_councillor)
    expect(current.map(({ name }) => name).sort()).toEqual(sitting.sort())
    expect(sitting).toHaveLength(25)
  })

  it('are found by name with and without accents', async () => {
    for (const name of ['Stéphanie', 'stephanie', 'STÉPHANIE PLANTE']) {
      const { json } = await stage.service.v1(`people?name=${encodeURIComponent(name)}`)
      expect(json.data.map(({ slug }: Json) => slug)).toEqual(['stephanie-plante'])
    }
  })
})

describe('matters and by-laws', () => {
  it('follow a report from committee to council: ACS2026-OCC-CCS-0036', async () => {
    const number = 'ACS2026-OCC-CCS-0036'
    const expected = rawMinutes
      .flatMap((minutes) =>
        itemsOf(minutes).flatMap(({ item }) =>
          item.description.includes(number)
            ? [`${minutes.meeting_date} ${item.agenda_item_number.replace(/\.$/, '')}`]
            : [],
        ),
      )
      .sort()
      .reverse()
    expect(expected).toHaveLength(2)
    const { json } = await stage.service.v1(`matters/${number.toLowerCase()}`)
    const { agenda_items: items, motions, ...matter } = json.data
    expect(items.map((item: Json) => `${item.meeting_date} ${item.item_number}`)).toEqual(expected)
    expect(matter).toMatchObject({
      identifier: number,
      first_seen: expected.at(-1)?.slice(0, 10),
      last_seen: expected[0]?.slice(0, 10),
    })
    expect(motions.map(({ result }: Json) => result)).toEqual(['Carried', 'Carried'])
  })

  it('include 139 matters, one for each report number of an item', () => {
    const carried = new Set(
      rawItems.flatMap(({ item }) =>
        (item.description.match(/ACS\d{4}-[A-Z]+-[A-Z]+-\d+|OPLB-[\d-]+\.\d+/) ?? []).slice(0, 1),
      ),
    )
    expect(
      details('matters')
        .map(({ identifier }) => identifier)
        .sort(),
    ).toEqual([...carried].sort())
    expect(carried.size).toBe(139)
  })

  it('include every by-law that three readings passed, and the three that confirm a meeting', async () => {
    const numbers = rawMotions
      .filter(({ motion_text: text }) => text.includes('Three Readings, be read'))
      .flatMap(
        ({ motion_text: text }) => text.match(/\d{4}-\d{3}(?=[\s\u00a0]+A [Bb]y-?law)/g) ?? [],
      )
    expect(numbers).toHaveLength(99)
    const shown = details('bylaws').flatMap(({ bylaw_number }) => bylaw_number ?? [])
    expect(shown.sort()).toEqual(numbers.sort())
    expect(details('bylaws')).toHaveLength(102)
    const { json } = await stage.service.v1('bylaws/by-law-2026-155')
    expect(json.data).toMatchObject({ bylaw_number: '2026-155', year: 2026, status: 'Passed' })
    expect(json.data.title).toMatch(/^A by-law of the City of Ottawa to amend By-law No\. 2021-183/)
    const { json: list } = await stage.service.v1('motions/motion-2026-78-23')
    const lines = list.data.text_content.split('\n').slice(1)
    expect(lines.every((line: string) => /^2026-\d+ A by-?law /i.test(line))).toBe(true)
  })
})

describe('search', () => {
  const find = async (query: string) =>
    (await stage.service.v1(`search?per_page=100&${query}`)).json.data

  it.each([
    ['Stéphanie', 'Stephanie'],
    ['Orléans', 'Orleans'],
  ])('finds the same for %s and %s', async (accented, plain) => {
    const results = await find(`q=${encodeURIComponent(accented)}`)
    expect(results.length).toBeGreaterThan(0)
    expect(await find(`q=${plain}`)).toEqual(results)
  })

  it('finds a report by its number first', async () => {
    const [first] = await find('q=ACS2026-OCC-CCS-0036')
    expect(JSON.stringify(first)).toMatch(/acs2026-occ-ccs-0036/i)
  })
})

describe('Open Civic Data', () => {
  it('has only sources that the files name', () => {
    const lists = ['organizations', 'people', 'events', 'bills', 'votes']
    const sources = lists.flatMap((list) =>
      entities(list).map(({ id, sources: said }) => ({ id, said })),
    )
    expect(sources.length).toBeGreaterThan(600)
    const existing = new Set([...rawAddresses, portal])
    for (const { id, said } of sources) {
      expect(said, id).toHaveLength(1)
      expect(existing.has(said[0].url), `${id} ${said[0].url}`).toBe(true)
    }
  })

  it('has every vote and agenda item', () => {
    expect(entities('organizations')).toHaveLength(29)
    const cast = entities('votes').flatMap(({ votes }) => votes)
    expect(cast).toHaveLength(236 + 9 + gluedDissents.length)
    expect(count(cast, ({ voter_id }) => voter_id === null)).toBe(0)
    const agenda = entities('events').flatMap((event) => event.agenda)
    expect(agenda).toHaveLength(762)
    const related = agenda.flatMap(({ related_entities }) => related_entities)
    expect(count(related, ({ entity_type }) => entity_type === 'vote')).toBe(371)
  })
})
