import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }

/** Ada votes against each, so that she loses where it carried. */
const motion = (key: string, inFavour: number, against: number) => ({
  ...{ kind: 'motion', key, identifier: key, organization_key: 'o', position: 1 },
  ...{ text: `That the ${key} culvert be dredged.`, date: '2024-01-05' },
  result: inFavour > against ? 'Carried' : 'Defeated',
  votes: Array.from({ length: inFavour + against }, (_, at) => ({
    name: at === inFavour + against - 1 ? 'Ada Moss' : `Voter ${at}`,
    ...(at === inFavour + against - 1 && { person_key: 'p' }),
    value: at < inFavour ? 'For' : 'Against',
  })),
})

// A table of votes has no seats.
const records = [
  { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
  { kind: 'person', key: 'p', name: 'Ada Moss' },
  ...[motion('small', 3, 3), motion('wide', 12, 1), motion('large', 9, 9), motion('near', 5, 4)],
  ...[motion('alone', 0, 1), motion('fair', 13, 12)],
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

it('has the closest votes of anybody who voted, the largest of equal ones first, and those lost', async () => {
  const { body } = await service.call('/pemberley/people/ada-moss', browser)
  const [closest = '', lost = ''] =
    body.match(/<section><h2 id="(?:closest|lost)".*?<\/section>/gs) ?? []
  const motionsIn = (html: string) =>
    hrefsOf(html).flatMap((href) => /motion-([a-z]+)$/.exec(href)?.[1] ?? [])
  expect(motionsIn(closest)).toEqual(['large', 'small', 'fair', 'near', 'wide'])
  expect(motionsIn(lost).toSorted()).toEqual(['fair', 'near', 'wide'])
  expect(closest).toContain('9 to 9')
  expect(body.indexOf(closest)).toBeLessThan(body.indexOf('Counts are only as complete'))
})
