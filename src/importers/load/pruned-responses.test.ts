import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { without } from '../../../test/support/imports/municipality.ts'
import { type Crawled, crawl } from '../../../test/support/service/crawl.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import { systemClock } from '../../core/clock.ts'
import { load } from './load.ts'
import { findTarget } from './municipalities.ts'

// One record of each kind is removed; the records that refer to it stay.
const gone = ['p-ng', 'o-parks', 'x-0', 'b-1', 'g-14', 'v-20', 'i-6-2', 'm-roy-parks']

let service: Service
let before: Crawled
let after: Crawled
let marks: { key: string; slug: string; ocd_id: string | undefined }[]
beforeAll(async () => {
  service = await startService()
  before = await crawl(service)
  const { writing } = service
  const target = await findTarget(writing, 'pemberley')
  if (target === undefined) throw new Error('the town is missing')
  const tables = ['people', 'organizations', 'matters', 'bylaws', 'meetings', 'motions'] as const
  const rows = await Promise.all(
    tables.map((table) =>
      writing.db
        .selectFrom(table as 'people')
        .selectAll()
        .execute(),
    ),
  )
  const items = await writing.db.selectFrom('agenda_items').selectAll().execute()
  marks = [...rows.flat(), ...items].flatMap((row) =>
    gone.includes(row.key)
      ? [{ key: row.key, slug: row.slug, ocd_id: 'ocd_id' in row ? row.ocd_id : undefined }]
      : [],
  )
  const source = sourceOf(without(townRecords(), ...gone))
  await load(writing, { target, source, prune: true, dryRun: false, clock: systemClock })
  after = await crawl(service)
})
afterAll(() => service.stop())

const bodies = (responses: Crawled) =>
  [...responses.v1, ...responses.ocd].map(([path, { body }]) => ({ path, body }))
const naming = (responses: Crawled, text: string) =>
  bodies(responses)
    .filter(({ body }) => body.includes(text))
    .map(({ path }) => path)

describe('a removed record', () => {
  it('is in no response, even if other records refer to it', () => {
    expect(marks).toHaveLength(gone.length - 1)
    for (const { key, slug, ocd_id } of marks) {
      expect(naming(before, `"${slug}"`).length, `${key} before`).toBeGreaterThan(0)
      expect(naming(after, `"${slug}"`), key).toEqual([])
      if (ocd_id !== undefined) expect(naming(after, ocd_id), key).toEqual([])
    }
  })

  it('returns 404 at its own URL', async () => {
    const kinds: Record<string, string> = {
      p: 'people',
      x: 'matters',
      b: 'bylaws',
      g: 'meetings',
      v: 'motions',
    }
    const checked = marks.filter(({ key }) => kinds[key.charAt(0)] !== undefined)
    expect(checked).toHaveLength(5)
    for (const { key, slug } of checked) {
      expect((await service.v1(`${kinds[key.charAt(0)]}/${slug}`)).status, key).toBe(404)
    }
  })

  it('is not found by search', async () => {
    const responses = await Promise.all(
      ['rezoning', 'heron', 'ditch', 'drainage', 'culvert', 'called'].map((word) =>
        service.v1(`search?per_page=100&q=${word}`),
      ),
    )
    expect(responses.map(({ json }) => json.data.length > 0)).toEqual([
      false,
      false,
      ...[true, true, true, true],
    ])
    for (const { body } of responses) {
      for (const { slug } of marks) expect(body).not.toContain(`"${slug}"`)
      expect(body).not.toContain('"2024-03-11-public-hearing')
    }
  })

  it('stays as a name in the records that mention it', async () => {
    const motion = (await service.v1('motions/motion-2024-0')).json.data
    expect(motion).toMatchObject({ mover_name: 'as written', mover_slug: null, matter_slug: null })
    expect(motion.votes[0]).toMatchObject({ person_slug: null, person_name: 'p-ng' })
    const meeting = (await service.v1('meetings/2024-01-11-public-hearing')).json.data
    expect(meeting).toMatchObject({ organization: null, organization_slug: null, chair: null })
    expect(meeting.attendance[0]).toMatchObject({ person_slug: null, person_name: 'Vera Ng' })
    const onPruned = (await service.v1('motions/motion-2024-14')).json.data
    expect(onPruned).toMatchObject({
      meeting_slug: null,
      meeting_date: null,
      agenda_item_slug: null,
      agenda_item_title: null,
    })
  })

  it('is not counted in any list', async () => {
    for (const [list, count] of [
      ['people', 7],
      ['organizations', 3],
      ['bills', 24],
    ] as const) {
      expect((await service.ocd(`${list}?per_page=1`)).json.pagination.total_items).toBe(count)
    }
    const person = (await service.v1('people/stephanie-roy')).json.data
    expect(person.memberships.map((membership: { role: string }) => membership.role)).toEqual([
      'Councillor',
    ])
  })
})
