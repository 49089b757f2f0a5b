import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  const records = [{ kind: 'matter', key: 'm', title: 'Osprey tower' }]
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const eight = 'osprey bittern curlews dunlins plover lapwing avocet redshank'
const page = async (path: string) =>
  textOf((await service.call(path, { headers: { accept: 'text/html' } })).body)
const query = (words: string) => `search?q=${words.replaceAll(' ', '+')}`

it('a search for more than eight words says which of them were searched', async () => {
  const said = eight.replaceAll(' ', ', ')
  const { meta, data } = (await service.v1(query(`${eight} elk`))).json
  expect(meta.notes).toEqual([`Of q, only these words were searched: ${said}.`])
  expect(data[0].missing_words).toEqual(eight.split(' ').slice(1))
  const path = query(`elk ${eight}`)
  expect(await page(`/pemberley/${path}`)).toContain(`Only these words were searched: ${said}.`)
  expect(await page(`/fr/pemberley/${path}`)).toContain(
    `Seuls ces mots ont été cherchés : ${said}.`,
  )
})

it('a search for eight words says nothing of that', async () => {
  expect((await service.v1(query(eight))).json.meta).not.toHaveProperty('notes')
  expect(await page(`/pemberley/${query(eight)}`)).not.toContain('were searched:')
})
