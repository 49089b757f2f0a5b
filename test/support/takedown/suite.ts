import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBundle } from '../imports/bundle-folder.ts'
import { callTool } from '../mcp/call-tool.ts'
import { newReeve, type Reeve } from '../process/reeve.ts'
import { startMirror, sync } from '../service/mirror.ts'
import { type Service, startService } from '../service/service.ts'
import { sourceOf, town } from '../towns/town.ts'
import { otherDifferences } from './difference.ts'
import { locationOf, type Passage, sourceWith } from './planted.ts'
import { allResponses, filesIn, found, passagesIn, type Responses } from './surfaces.ts'

const folderOf = ({ databaseUrl }: Service) => dirname(databaseUrl.replace('sqlite:', ''))

const inMinutes = ['statement', 'speaker of a statement', 'text of a document']

/** What is searched, and the locations that it does not have; a copy lacks what the list of changes does not have. */
const locationsWithout: Readonly<Record<string, readonly string[]>> = {
  files: [],
  'files of the copy': [...inMinutes, 'declaration', 'decision of the mayor', 'removed motion'],
  'published files': [...inMinutes, 'removed motion'],
  responses: ['removed motion'],
}

/** Plants passages, takes them down, and looks for them in all that a service, its files and a copy of it have. */
export function takedownSuite(passages: readonly Passage[]): void {
  let reeve: Reeve
  let origin: Service
  let copy: Service
  let before: Responses
  let after: Responses
  let copied: Responses
  const planted = new Map<string, Set<number>>()
  const folder = (name: string) => join(reeve.folder, name)

  async function run(...words: string[]): Promise<void> {
    const settings = { DATABASE_URL: origin.databaseUrl, PUBLISH_DIR: folder('published') }
    const { status, stderr } = await reeve.call(words, settings)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  }
  const importing = (...words: string[]) =>
    run('import', 'bundle', folder('bundle'), '--municipality', town.slug, '--quiet', ...words)
  const publish = () => run('publish', '--municipality', town.slug, '--quiet')
  const read = () => sync(copy, town.slug, { from: `${origin.url}/${town.slug}`, key: origin.key })

  async function takeDown({ name }: Passage): Promise<void> {
    await writeFile(folder('passage'), name.toLowerCase())
    const passage = ['--passage', folder('passage'), '--reason', 'A private person asked for it.']
    await run('takedown', 'add', '--municipality', town.slug, ...passage, '--even-if-absent')
  }

  function notePlanted(where: string, all: Iterable<readonly [string, Buffer | string]>): void {
    planted.set(where, new Set([...all].flatMap(([, bytes]) => [...passagesIn(bytes)])))
  }

  beforeAll(async () => {
    reeve = newReeve()
    for (const name of ['published', 'backup']) mkdirSync(folder(name))
    origin = await startService({
      ...{ source: sourceOf([]), settings: { publishDir: folder('published') } },
    })
    copy = await startMirror(town)
    const source = sourceWith(passages)
    writeBundle(folder('bundle'), source.first)
    await importing()
    await read()
    writeBundle(folder('bundle'), source.now)
    await importing('--prune')
    await read()
    await publish()
    before = await allResponses(origin)
    notePlanted('files', filesIn(folderOf(origin)))
    notePlanted('files of the copy', filesIn(folderOf(copy)))
    notePlanted('published files', filesIn(folder('published')))
    notePlanted('responses', before)
    for (const passage of passages) await takeDown(passage)
    await importing()
    await importing('--prune')
    await run('search', 'rebuild')
    await publish()
    await run('backup', folder('backup/reeve.db'))
    await read()
    after = await allResponses(origin)
    copied = await allResponses(copy)
  })
  afterAll(async () => {
    await copy?.stop()
    await origin?.stop()
    await reeve.remove()
  })

  it.each(Object.entries(locationsWithout))(
    'before a takedown, every passage that can be there is in the %s that are searched',
    (where, without) => {
      const missing = passages
        .filter(({ n }) => planted.get(where)?.has(n) !== true)
        .map(locationOf)
      expect(missing.filter((location) => !without.includes(location))).toEqual([])
    },
  )

  describe('after takedowns, an import, one with --prune, a rebuild and publishing, no passage is', () => {
    it('in a file of the database or of the accounts', () => {
      expect(found(filesIn(folderOf(origin)))).toEqual([])
    })
    it('in a published file', () => {
      expect(found(filesIn(folder('published')))).toEqual([])
    })
    it('in a backup', () => {
      expect(found(filesIn(folder('backup')))).toEqual([])
    })
    it('in a response, page, feed or embed, or its address', () => {
      expect(found(after)).toEqual([])
      expect(found([...after.keys()].map((path) => [path, path]))).toEqual([])
    })
    it('in a response of a copy that read on', () => {
      expect(found(copied)).toEqual([])
    })
    it('in a file of that copy', () => {
      expect(found(filesIn(folderOf(copy)))).toEqual([])
    })
    it('found by search', async () => {
      for (const { name } of passages)
        for (const service of [origin, copy]) {
          const word = encodeURIComponent(name.split(' ')[1] ?? '')
          expect((await service.v1(`search?q=${word}`)).json.data).toEqual([])
        }
    })
    it('in what a tool of assistants returns', async () => {
      const fetched = [...after.keys()].flatMap((path) => {
        const [, id] = /^v1 ((?:meetings|motions|matters|people|bylaws)[/][^/?]+)$/.exec(path) ?? []
        return id === undefined ? [] : [`${town.slug}/${id}`]
      })
      expect(fetched.length).toBeGreaterThan(20)
      for (const id of fetched) {
        const { text } = await callTool(origin, 'fetch', { id })
        expect(found([[id, text]])).toEqual([])
      }
      for (const { name } of passages) {
        const query = name.split(' ')[1] ?? ''
        const { text } = await callTool(origin, 'search', { query, council: town.slug })
        expect(JSON.parse(text).results, text).toEqual([])
      }
    })
  })

  it('nothing else has changed', () => {
    expect(otherDifferences(before, after)).toEqual([])
  })

  it('a picture of a page whose title had a passage is another one', () => {
    const pictures = [...before].filter(
      ([path]) => path.endsWith('/picture.png') && after.has(path),
    )
    const titleOf = (path: string) =>
      /<meta property="og:title" content="([^"]*)"/.exec(before.get(path) ?? '')?.[1] ?? ''
    const masked = pictures.filter(
      ([path]) => passagesIn(titleOf(path.replace('/picture.png', ''))).size > 0,
    )
    expect(masked).not.toEqual([])
    expect(masked.filter(([path, body]) => after.get(path) === body).map(([path]) => path)).toEqual(
      [],
    )
  })
}
