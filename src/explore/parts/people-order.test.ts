import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

/** By family name, which is not the order of given names. */
const names = ['Zoe Abel', 'Mia Łund', 'Lea Moss', 'Ann Zed']
const former = ['Yan Bell', 'Amy York']

const seat = (key: string, ended: boolean) => ({
  ...{ kind: 'membership', key: `m-${key}`, person_key: key, organization_key: 'o', ended },
  role: 'Councillor',
})
const records = [
  { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
  ...[...names, ...former].map((name) => ({ kind: 'person', key: name, name })),
  ...names.map((name) => seat(name, false)),
  ...former.map((name) => seat(name, true)),
  ...names.map((mover, position) => ({
    ...{ kind: 'motion', key: `v-${position}`, position, organization_key: 'o', mover_key: mover },
    identifier: String(position),
    votes: names.map((name) => ({ person_key: name, name, value: 'For' })),
  })),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

describe('people are in one order', () => {
  it.each([
    ['people?sort=name', /<tbody>.*?<\/tbody>/s, names],
    ['people', /<h2 id="former">.*?<\/ul>/s, former],
    ['bodies/council', /<ul class="members">.*?<\/ul>/s, names],
    ['bodies/council', /<h2 id="former">.*?<\/table>/s, former],
    ['votes', /<select name="person">.*?<\/select>/s, names],
    ['votes?view=grid', /<tbody>.*?<\/tbody>/s, names],
    ['motions', /<select name="mover">.*?<\/select>/s, names],
    ['motions/motion-0', /<div class="vote-groups">.*?<\/ul>/s, names],
  ])('on %s, %s', async (path, part, expected) => {
    const { body } = await service.call(`/pemberley/${path}`, { headers: { accept: 'text/html' } })
    const text = textOf(part.exec(body)?.[0] ?? '')
    const found = [...names, ...former].filter((name) => text.includes(name))
    expect(found.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))).toEqual(
      expected,
    )
  })
})
