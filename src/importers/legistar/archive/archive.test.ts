import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import { townMatter as matter } from '../../../../test/support/legistar/town.ts'
import { checkRecord } from '../../record-check.ts'

describe('a Legistar archive', () => {
  it('states no district if those of the mirror cannot be read', async () => {
    const { of, warnings } = await readArchive({
      'people/appendix/people_metadata.json': [{ ID: 7, District: 'five' }],
    })
    expect(of('membership').map(({ label }) => label)).toEqual([null])
    expect(warnings.map(({ subject }) => subject)).toEqual(['districts'])
  })

  it('shortens a long title of an unnamed matter, and keeps all of it as the description', async () => {
    const title = `${'To borrow for a bridge. '.repeat(400)}End`
    const { records, of } = await readArchive({
      'introduction/2024/0012.json': { ...matter, Name: '', Title: title },
    })
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    for (const [record] of [of('matter'), of('bylaw')]) {
      expect(record).toMatchObject({ description: title })
      expect(record?.title).toMatch(/^To borrow for a bridge\. .*…$/)
      expect(record?.title.length).toBeLessThanOrEqual(1000)
    }
  })
})
