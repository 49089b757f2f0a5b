import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { type Service, startService } from '../support/service/service.ts'
import { town } from '../support/towns/town.ts'

describe('reeve import open-civic-data', () => {
  let original: Service
  let reeve: Reeve
  const add = (slug: string, division: string) => {
    const { name, timeZone, url } = town
    const words = ['--name', name, '--division', division, '--timezone', timeZone, '--url', url]
    return reeve.call(['municipalities', 'add', slug, ...words])
  }
  const importFrom = (location: string, slug: string = town.slug, ...words: string[]) =>
    reeve.call(['import', 'open-civic-data', location, '--municipality', slug, ...words])
  const address = () => `${original.url}/api/ocd/${town.slug}`

  beforeAll(async () => {
    original = await startService()
    reeve = newReeve()
    expect(await add(town.slug, town.divisionId)).toMatchObject({ status: 0 })
    expect(await add('elsewhere', 'ocd-division/country:ca/csd:9900002')).toMatchObject({
      status: 0,
    })
  })
  afterAll(async () => {
    await reeve?.remove()
    await original?.stop()
  })

  it('mirrors another Reeve, and changes nothing the second time', async () => {
    const counts = await Promise.all(
      ['organizations', 'people', 'events', 'bills', 'votes'].map(
        async (list) => (await original.ocd(list)).json.pagination.total_items,
      ),
    )
    const first = await importFrom(address(), town.slug, '--json')
    expect(first.status).toBe(0)
    expect(first.stderr).not.toContain('warning:')
    const { kinds } = JSON.parse(first.stdout.trim().split('\n').at(-1) ?? '')
    const { organizations, people, meetings, matters, motions } = kinds
    const added = [organizations, people, meetings, matters, motions].map((kind) => kind.added)
    expect(added).toEqual(counts)
    const second = await importFrom(address(), town.slug, '--json', '--prune')
    const again = JSON.parse(second.stdout.trim().split('\n').at(-1) ?? '').kinds
    for (const [kind, { same }] of Object.entries(again) as [string, { same: number }][])
      expect(again[kind]).toEqual({ added: 0, changed: 0, same, removed: 0 })
  })

  it('rejects the record of another town', async () => {
    expect(await importFrom(address(), 'elsewhere')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'reeve: the source belongs to ocd-jurisdiction/country:ca/csd:9900001/government, but "elsewhere" is ocd-jurisdiction/country:ca/csd:9900002/government\n',
    })
  })

  it('rejects an invalid URL without showing its secrets', async () => {
    const nowhere = `${original.url}/api/ocd/nowhere?apikey=secret`
    const { status, stderr } = await importFrom(nowhere)
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `reeve: ${original.url}/api/ocd/nowhere has neither /jurisdictions nor /events: is it an Open Civic Data API?\n`,
    })
    const named = await importFrom(original.url.replace('//', '//ann:secret@'))
    expect(named.status).toBe(2)
    expect(named.stderr).toContain('without a user name and password')
    expect(named.stderr).not.toContain('secret')
  })

  it('rejects an invalid pupa folder with the file and line of the error', async () => {
    const person = '{\n  "_id": "1",\n  "name": 5\n}'
    writeFileSync(join(reeve.folder, 'person_1.json'), person)
    expect(await importFrom(reeve.folder)).toMatchObject({
      status: 1,
      stderr:
        'person_1.json:3: person: name must be a string; found 5\nreeve: 1 error in the source; nothing was imported\n',
    })
  })
})
