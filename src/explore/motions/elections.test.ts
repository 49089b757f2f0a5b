import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const motion = (position: number, result: string, motion_kind: string | null = 'motion') => ({
  ...{ kind: 'motion', key: `v${position}`, position, meeting_key: 'm', result, motion_kind },
  votes: motion_kind === 'election' ? [] : [{ name: 'R. Oduya', value: 'For' }],
})
const elections = [
  ...['Priya Lindqvist chosen as Warden', 'No candidate elected'],
  ...['Gordon Achebe appointed', 'Hélène Roy élue', 'R. Oduya acclaimed as chair'],
]

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    pastMeeting('m', {}),
    motion(1, 'Carried'),
    motion(2, 'Elected'),
    motion(3, elections[0] ?? '', 'election'),
    motion(4, elections[1] ?? '', 'election'),
    motion(5, elections[2] ?? '', null),
    motion(6, elections[3] ?? ''),
    motion(7, elections[4] ?? ''),
    motion(8, 'Carried', 'election'),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const html = async (path: string) =>
  (await service.call(`/pemberley/${path}`, { headers: { accept: 'text/html' } })).body
const offered = async (path: string) =>
  (await html(path)).match(/<select name="(?:outcome|result)">.*?<\/select>/gs)?.join('') ?? ''

describe('filters of results', () => {
  it('offer no result that names whom it elected', async () => {
    const { motions } = expectDetail(await service.v1('facets'))
    expect(motions.result).toEqual([
      { value: 'Carried', count: 2 },
      { value: 'Elected', count: 1 },
    ])
    for (const list of ['motions', 'votes', 'motions?result=carried']) {
      const select = await offered(list)
      expect(select, list).toContain('Carried')
      for (const result of elections) expect(select, list).not.toContain(result)
    }
  })

  it('take it all the same', async () => {
    for (const result of elections) {
      const rows = expectList(await service.v1(`motions?result=${encodeURIComponent(result)}`))
      expect(rows.map((row: Json) => row.result)).toEqual([result])
    }
    const page = textOf(await html('motions?result=Gordon+Achebe+appointed'))
    expect(page).not.toContain('is not in this list')
    expect(textOf(await html('motions?result=Jo+Moss+appointed'))).toContain('is not in this list')
  })
})
