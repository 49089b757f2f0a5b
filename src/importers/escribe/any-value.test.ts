import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { cases } from '../../../test/support/project/cases.ts'
import { fullPortal } from '../../../test/support/towns/escribe-portal.ts'
import { escribe } from './index.ts'

describe('a field of a portal with an unexpected value', () => {
  const junk = fc.oneof(
    fc.constantFrom(
      null,
      '',
      ' ',
      '\u00a0',
      '<br/>',
      '&#0;',
      '(',
      '[a-z]+)+$',
      'Id=',
      '../..',
      'http://',
      '\ud800',
      true,
      0,
      -1,
      1e300,
      {},
      [],
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.jsonValue({ maxDepth: 2 }),
  )

  it('yields a record, a warning or an error with its location, and never a crash', async () => {
    const folder = await writeFolder(fullPortal)
    const paths = Object.keys(fullPortal)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.nat(), junk, async (path, pick, value) => {
        const content = JSON.stringify(fullPortal[path])
        await writeFile(join(folder, path), replaceNth(content, pick, value))
        const { items } = await collectItems(escribe, folder)
        for (const sourceItem of items) {
          expect(sourceItem.location).toMatch(/^[^:]+(:\d+(:\d+)?)?$/)
          if (sourceItem.type !== 'record')
            expect(sourceItem.subject && sourceItem.reason).toBeTruthy()
        }
        await writeFile(join(folder, path), content)
      }),
      { numRuns: cases(150, 400) },
    )
    await rm(folder, { recursive: true })
  })
})

function replaceNth(content: string, pick: number, value: unknown): string {
  let count = 0
  JSON.parse(content, (_, json) => {
    count += 1
    return json
  })
  let index = -1
  const changed = JSON.parse(content, (_, json) => {
    index += 1
    return index === pick % count ? value : json
  })
  return JSON.stringify(changed ?? null)
}
