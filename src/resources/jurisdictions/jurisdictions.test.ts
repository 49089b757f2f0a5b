import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectOcdStatements } from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { sourceOf } from '../../../test/support/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('jurisdictions', () => {
  it('reads a list without a statement of its own, and a detail with one', async () => {
    await expectOcdStatements(service, 'jurisdictions', { list: 0, detail: 1 })
  })

  it('has a session for every calendar year from the first meeting to the last, newest first', async () => {
    const own = await startService({
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
      const [{ id }] = (await own.ocd('jurisdictions')).json.results
      const { legislative_sessions: sessions } = (await own.ocd(`jurisdictions/${id}`)).json
      const years = sessions.map(({ identifier }: { identifier: string }) => identifier)
      expect(years).toEqual(['2026', '2025', '2024', '2023'])
    } finally {
      await own.stop()
    }
  })
})
