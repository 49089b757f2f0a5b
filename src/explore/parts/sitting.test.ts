import { describe, expect, it, onTestFinished } from 'vitest'
import { startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

describe('the council’s own site', () => {
  it.each([
    ['escribe', 'https://portal.example/'],
    ['toronto', 'https://pemberley.example/'],
    ['legistar', 'https://pemberley.example/'],
  ])('of an import by %s is %s, and never a table or an API', async (importer, site) => {
    const service = await startService({ source: sourceOf([pastMeeting('m')]) })
    onTestFinished(() => service.stop())
    const source_url = importer === 'escribe' ? site : 'https://data.example/votes.csv'
    await service.writing.db.updateTable('imports').set({ importer, source_url }).execute()
    // The last meeting is old, so the page says where newer ones are.
    const { body } = await service.call('/pemberley')
    const main = /<main.*<\/main>/s.exec(body)?.[0] ?? ''
    const links = hrefsOf(main).filter((href) => /^https:\/\/(portal|pemberley|data)[.]/.test(href))
    expect(links).toContain(site)
    expect(links).not.toContain('https://data.example/votes.csv')
    const terms = termsOf((await service.call('/pemberley/coverage')).body)
    const name = importer === 'escribe' ? 'Source website' : 'Source data'
    expect(terms[name]).toBe(source_url)
  })
})
