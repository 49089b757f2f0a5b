import { describe, expect, it } from 'vitest'
import { startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

interface Bill {
  identifier: string
  legislative_session: { name: string } | null
}

describe('jurisdictions', () => {
  it('has a session for every calendar year from the first meeting, bill or vote to the last, newest first', async () => {
    const service = await startService({
      source: sourceOf([
        ...['2023-12-31', '2026-01-01'].map((date) => ({
          kind: 'meeting',
          key: date,
          title: 'Council',
          date,
          status: 'completed',
          has_agenda: false,
          has_minutes: false,
          has_transcript: false,
        })),
        { kind: 'matter', key: 'old', title: 'Old', first_seen: '2021-05-01' },
        ...['T2022-7', 'Int 9-2023', 'ACS2024-EPS-1', '7-2025', 'Bill 2019'].map((identifier) => ({
          ...{ kind: 'matter', key: identifier, identifier, title: 'Undated' },
        })),
      ]),
    })
    try {
      const [{ id }] = (await service.ocd('jurisdictions')).json.results
      const { legislative_sessions: sessions } = (await service.ocd(`jurisdictions/${id}`)).json
      const years = sessions.map(({ identifier }: { identifier: string }) => identifier)
      expect(years).toEqual(['2026', '2025', '2024', '2023', '2022', '2021'])
      const { results: bills } = (await service.ocd('bills')).json
      const billed = bills.map((bill: Bill) => [bill.identifier, bill.legislative_session?.name])
      expect(Object.fromEntries(billed)).toEqual({
        ...{ '': '2021', 'T2022-7': '2022', 'Int 9-2023': '2023', 'ACS2024-EPS-1': '2024' },
        ...{ '7-2025': undefined, 'Bill 2019': undefined },
      })
    } finally {
      await service.stop()
    }
  })
})
