import { describe, expect, it } from 'vitest'
import { startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

describe('jurisdictions', () => {
  it('has a session for every calendar year from the first meeting to the last, newest first', async () => {
    const service = await startService({
      source: sourceOf(
        ['2023-12-31', '2026-01-01'].map((date) => ({
          kind: 'meeting',
          key: date,
          title: 'Council',
          date,
          status: 'completed',
          has_agenda: false,
          has_minutes: false,
          has_transcript: false,
        })),
      ),
    })
    try {
      const [{ id }] = (await service.ocd('jurisdictions')).json.results
      const { legislative_sessions: sessions } = (await service.ocd(`jurisdictions/${id}`)).json
      const years = sessions.map(({ identifier }: { identifier: string }) => identifier)
      expect(years).toEqual(['2026', '2025', '2024', '2023'])
    } finally {
      await service.stop()
    }
  })
})
