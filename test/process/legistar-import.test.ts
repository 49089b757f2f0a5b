import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { responsesOf, serveLegistar } from '../support/legistar/live.ts'
import { largerTown } from '../support/legistar/town.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'

const token = 'hidden+to/ken=='

let reeve: Reeve

beforeEach(async () => {
  reeve = newReeve()
  const words = ['--name', 'Pemberley', '--division', 'ocd-division/country:ca/csd:5931012']
  const added = await reeve.call([
    ...['municipalities', 'add', 'pemberley', ...words, '--timezone', 'America/Vancouver'],
  ])
  expect(added.stderr).toBe('')
})

afterEach(() => reeve.remove())

const importFrom = (base: string, ...words: string[]) =>
  reeve.call(['import', 'legistar', base, '--municipality', 'pemberley', ...words], {
    LEGISTAR_TOKEN: token,
  })

/** All that the process left in its folder, including the database. */
function readFolderContent(): string {
  return readdirSync(reeve.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

describe('reeve import legistar', () => {
  it('imports with a token that appears nowhere, and changes nothing the second time', async () => {
    const server = await serveLegistar(await responsesOf(largerTown(3)), { token })
    const tried = await importFrom(server.base, '--resume', 'responses', '--dry-run', '--json')
    expect(tried.stderr).toMatch(/^warning: .*\/Votes: Votes: returned 404; skipped\n$/)
    expect(readFolderContent()).not.toMatch(/hidden/)
    const requests = server.requests.splice(0)
    const first = await importFrom(server.base, '--resume', 'responses', '--json')
    expect(server.requests).toEqual([])
    expect(readdirSync(join(reeve.folder, 'responses'))).toEqual([])
    const second = await importFrom(server.base, '--json')
    expect(new Set(server.requests)).toEqual(new Set(requests))
    const countsOf = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout.trim().split('\n').at(-1) ?? '').kinds
    expect(countsOf(first)).toEqual(countsOf(tried))
    expect(countsOf(first)).toMatchObject({
      meetings: { added: 4, changed: 0, same: 0, removed: 0 },
      matters: { added: 4 },
      motions: { added: 5 },
    })
    expect(countsOf(second)).toMatchObject({
      meetings: { added: 0, changed: 0, same: 4, removed: 0 },
      matters: { same: 4 },
      motions: { same: 5 },
    })
    const said = [tried, first, second].map(({ stdout, stderr }) => stdout + stderr).join()
    expect(said + readFolderContent()).not.toMatch(/hidden/)
  })

  it('reads changes since the last import, and everything if there was none', async () => {
    const server = await serveLegistar(await responsesOf(largerTown(3)), { token })
    const notice = /^No complete import from legistar:town is recorded; reading everything[.]$/m
    expect((await importFrom(server.base, '--since', 'last', '--dry-run')).stderr).toMatch(notice)
    const whole = server.requests.splice(0)
    expect((await importFrom(server.base, '--since', 'last')).stderr).toMatch(notice)
    expect(new Set(server.requests.splice(0))).toEqual(new Set(whole))
    for (const words of [['--dry-run'], []]) {
      const { stderr, status } = await importFrom(server.base, '--since', 'last', ...words)
      expect(status, stderr).toBe(0)
      const said = /^Reading changes since (\S+), when legistar:town was last read[.]$/m
      const [, day = ''] = said.exec(stderr) ?? []
      const from = new Date(Date.parse(day) - 3 * 86_400_000).toISOString().slice(0, 10)
      const requests = server.requests.splice(0).join('\n')
      expect(requests).toContain(`MatterLastModifiedUtc+ge+datetime'${from}T00:00:00'`)
      // Nothing in the town changed that recently.
      expect(requests).not.toMatch(/^(Matters|Events)[/]/m)
    }
  })

  it('rejects invalid arguments in one line, without the token', async () => {
    const server = await serveLegistar(await responsesOf({}), { token: 'another' })
    const cases: [string[], RegExp][] = [
      [
        [server.base],
        /^reeve: http\S+ responded with 403; nothing was imported; .* LEGISTAR_TOKEN\n$/,
      ],
      [[server.base, '--since', '2026-02-30'], /^reeve: --since must be a real date .*\n$/],
      [
        [server.base, '--since', '2999-01-01'],
        /^reeve: --since must not be later than today .*\n$/,
      ],
      [
        [server.base, '--since', '2026-02-03', '--prune'],
        /^reeve: --prune cannot be combined with --since.*\n$/,
      ],
      [
        [server.base, '--since', 'last', '--prune'],
        /^reeve: --prune cannot be combined with --since.*\n$/,
      ],
      [[`${server.base}?token=${token}`], /^reeve: the location must be .* LEGISTAR_TOKEN\n$/],
    ]
    for (const [[base = '', ...words], message] of cases) {
      const { status, stderr } = await importFrom(base, ...words)
      expect(stderr).toMatch(message)
      expect(stderr).not.toMatch(/hidden/)
      expect(status).toBe(2)
    }
    const other = ['import', 'bundle', '.', '--municipality', 'pemberley', '--since', '2026-01-01']
    expect((await reeve.call(other)).stderr).toBe(
      'reeve: bundle does not support --since; supported by: civicweb, escribe, legistar\n',
    )
  })
})
