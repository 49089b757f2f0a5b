import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeAtomically } from './atomic-file.ts'
import { StoreError, WriteFailed } from './store-error.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-whole-'))
  file = join(folder, 'copy.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const writing = (text: string) => async (part: string) => writeFileSync(part, text)

describe('a file that is written atomically', () => {
  it('has the content of the first of two writers; the second gets an error', async () => {
    const second = writeAtomically(file, async (part) => {
      await writeAtomically(file, writing('first'))
      writeFileSync(part, 'second')
    })
    const error: unknown = await second.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreError)
    expect((error as Error).message).toBe(`${file} already exists: name a new file`)
    expect(readFileSync(file, 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['copy.db'])
  })

  it('removes only the temporary files of processes that no longer run', async () => {
    const killed = spawnSync('true').pid
    const running = `copy.db.${process.ppid}-0123abcd.part`
    // In a container, the killed process may have had the id of this one.
    for (const name of [
      running,
      `copy.db.${killed}-0123abcd.part`,
      `copy.db.${process.pid}-0123abcd.part`,
    ])
      for (const suffix of ['', '-journal']) writeFileSync(join(folder, name + suffix), '')
    writeFileSync(join(folder, 'copy.db.part'), 'of somebody else')
    await writeAtomically(file, writing('whole'))
    expect(readdirSync(folder).sort()).toEqual(
      ['copy.db', running, `${running}-journal`, 'copy.db.part'].sort(),
    )
  })

  it('names the removal of its temporary file as the error, not its folder', async () => {
    const error: unknown = await writeAtomically(file, async (part) => rmSync(part)).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(WriteFailed)
    expect((error as Error).message).toBe(
      `cannot write ${file}: another process removed its temporary file`,
    )
  })
})
