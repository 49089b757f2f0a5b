import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import {
  townMeeting as event,
  townEventPath as eventPath,
} from '../../../../test/support/legistar/town.ts'

describe('a Legistar archive', () => {
  it.each([
    [['Medical', 'Absent'], false, 'Medical'],
    [['Late', 'Present'], true, 'Late'],
    [['Medical', 'Present'], true, null],
    [['Present', 'Conflict'], true, null],
  ])(
    'reads the roll calls %j of one person as present: %s, because: %j',
    async (words, present, reason) => {
      const Items = words.map((Value, index) => ({
        ID: 9000 + index,
        Title: 'ROLL CALL',
        RollCall: [{ ID: 20, FullName: 'Vera Ng', Value }],
      }))
      const { of } = await readArchive({ [eventPath]: { ...event, Items } })
      expect(of('meeting')[0]?.attendance).toEqual([
        { person_key: '20', name: 'Vera Ng', present, reason },
      ])
    },
  )

  it('keeps both words of a person whom one roll call calls present and absent', async () => {
    const RollCall = ['Present', 'Absent'].map((Value) => ({ ID: 20, FullName: 'Vera Ng', Value }))
    const Items = [{ ID: 9000, Title: 'ROLL CALL', RollCall }]
    const { of } = await readArchive({ [eventPath]: { ...event, Items } })
    expect(of('meeting')[0]?.attendance?.map(({ present }) => present)).toEqual([true, false])
  })
})
