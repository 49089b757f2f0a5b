import { describe, expect, it, onTestFinished } from 'vitest'
import { addTown } from '../../../test/support/service/import-records.ts'
import { startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }

describe('a hostile record', () => {
  const script = '"><script>alert(1)</script>'

  it('is shown as text, and links only to http(s) URLs', async () => {
    const source = {
      ...sourceOf([
        { kind: 'organization', key: 'o', name: `Body ${script}` },
        pastMeeting('g', { title: script, organization_key: 'o' }),
      ]),
      name: `source ${script}`,
      url: 'javascript:alert(1)',
      licence: ' JavaScript:alert(2)',
    }
    const service = await startService({ clock, source })
    onTestFinished(() => service.stop())
    await service.writing.db
      .updateTable('municipalities')
      .set({ name: `Town ${script}`, url: 'data:text/html,<script>alert(3)</script>' })
      .execute()
    // With one council, the home page is that council's.
    await addTown(service, [])
    for (const path of ['/', '/pemberley/coverage']) {
      const { body, status } = await service.call(path)
      expect(status).toBe(200)
      expect(body).not.toContain('<script>')
      expect(textOf(body)).toContain(script)
      for (const href of hrefsOf(body)) expect(href).toMatch(/^(https?:\/|\/|#)/)
    }
    const { body } = await service.call('/pemberley/coverage')
    expect(termsOf(body)['Source website']).toBe('javascript:alert(1)')
  })

  it('is a small page with any number of years and bodies', async () => {
    const bodies = Array.from({ length: 300 }, (_, i) => ({
      kind: 'organization',
      key: `o${i}`,
      name: `Committee of the Whole, Panel ${i}`,
    }))
    const sittings = Array.from({ length: 180 }, (_, i) =>
      pastMeeting(`g${i}`, {
        date: `${1940 + (i % 90)}-01-05`,
        organization_key: `o${i}`,
        has_minutes: i >= 90,
        has_transcript: i >= 90,
        video_url: i >= 90 ? 'https://pemberley.example/v' : null,
      }),
    )
    const service = await startService({ clock, source: sourceOf([...bodies, ...sittings]) })
    onTestFinished(() => service.stop())
    const { body } = await service.call('/pemberley/coverage')
    expect(Buffer.byteLength(body)).toBeLessThan(100_000)
    expect(body).toContain('180 meetings on record from 2000 to 2029 and 60 earlier years.')
    expect(body).toContain('And 200 more.')
  })
})
