import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOfExamples, startLowmere } from '../../../test/support/sample/service.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startLowmere(dayOfExamples)
})
afterAll(() => service.stop())

const read = async (path: string) => {
  const { body } = await service.call(path, { headers: { accept: 'text/html' } })
  return textOf(/<main.*<\/main>/s.exec(body)?.[0] ?? '')
}

it.each([
  ['', 'No minutes and no recording: this council is a sample'],
  ['/fr', 'Ni procès-verbal ni enregistrement\u00a0: ce conseil est un exemple'],
])(
  'a meeting of the sample promises neither minutes nor a recording in %s',
  async (prefix, said) => {
    const list = await read(`${prefix}/lowmere/meetings`)
    expect(list).not.toMatch(/· (?:minutes|procès-verbal|no minutes|video|vidéo)/)
    const page = await read(`${prefix}/lowmere/meetings/2026-11-17-town-council`)
    expect(page).toContain(said)
    expect(page).not.toMatch(/Minutes:|Procès-verbal\s:|in the recording|dans l’enregistrement/)
  },
)

it('the crest of the sample is on its own pages only', async () => {
  const headerOf = async (of: Service, path: string) => {
    const { body } = await of.call(path, { headers: { accept: 'text/html' } })
    return /<header class="site">.*?<\/header>/s.exec(body)?.[0]
  }
  const crest = /<img src="\/assets\/\w+\/lowmere\.svg" width="37" height="44" alt\/>/
  expect(await headerOf(service, '/fr/lowmere/meetings')).toMatch(crest)
  const other = await startService({ source: sourceOf([]) })
  expect(await headerOf(other, '/pemberley/meetings')).toContain('Pemberley')
  expect(await headerOf(other, '/pemberley/meetings')).not.toMatch(crest)
  await other.stop()
})
