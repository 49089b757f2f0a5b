import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeAtomically } from './atomic-file.ts'
import { StoreError, WriteFailed } from './store-error.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-whole-'))
  file = join(folder, 'copy.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that is writing a temporary file. */
async function startWriter(path: string): Promise<ChildProcess> {
  const script = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1] + '-writing')
    db.exec('begin immediate')
    console.log('locked')
    setInterval(() => db, 1000)`
  const writer = spawn(process.execPath, ['-e', script, path], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void writer.kill('SIGKILL'))
  await once(writer.stdout, 'data')
  return writer
}

const writing =
  (text: string) =>
  async ([part]: readonly [string]) =>
    writeFileSync(part, text)

describe('a file that is written atomically', () => {
  it('has the content of the first of two writers; the second gets an error', async () => {
    const second = writeAtomically([file], async ([part]) => {
      await writeAtomically([file], writing('first'))
      writeFileSync(part, 'second')
    })
    const error: unknown = await second.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreError)
    expect((error as Error).message).toBe(`${file} already exists: name a new file`)
    expect(readFileSync(file, 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['copy.db'])
  })

  it('removes what killed processes have left in its folder, but not what is being written', async () => {
    const [killed, running] = ['other.db.71-0123abcd.part', 'other.db.72-0123abcd.part']
    // In a container, both may have the process id of this one.
    const own = `copy.db.${process.pid}-0123abcd.part`
    for (const name of [killed, `${killed}-journal`, `${killed}-writing`, running, own])
      writeFileSync(join(folder, name), '')
    mkdirSync(join(folder, 'bundle.71-0123abcd.part', 'inside'), { recursive: true })
    writeFileSync(join(folder, 'copy.db.part'), 'of somebody else')
    const writer = await startWriter(join(folder, running))
    await writeAtomically([file], writing('whole'))
    const kept = ['copy.db', 'copy.db.part']
    expect(
      readdirSync(folder)
        .filter((name) => !name.startsWith(`${running}-`))
        .sort(),
    ).toEqual([...kept, running].sort())
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    await writeAtomically([join(folder, 'next.db')], writing('whole'))
    expect(readdirSync(folder).sort()).toEqual([...kept, 'next.db'].sort())
  })

  it('is not left behind if another one that is written with it cannot get its name', async () => {
    const other = join(folder, 'copy-accounts.db')
    const work = writeAtomically([other, file], async (parts) => {
      for (const part of parts) writeFileSync(part, 'new')
      writeFileSync(file, 'of somebody else')
    })
    await expect(work).rejects.toThrow(`${file} already exists`)
    expect(readdirSync(folder)).toEqual(['copy.db'])
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
  })

  it('names the removal of its temporary file as the error, not its folder', async () => {
    const error: unknown = await writeAtomically([file], async ([part]) => rmSync(part)).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(WriteFailed)
    expect((error as Error).message).toBe(
      `cannot write ${file}: another process removed its temporary file`,
    )
  })
})
