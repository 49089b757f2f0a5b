import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultCodeOf } from './sqlite-failure.ts'
import { SqliteFile } from './sqlite-file.ts'

let folder: string
let path: string
let db: SqliteFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-file-'))
  path = join(folder, 'reeve.db')
  db = new SqliteFile(path)
  db.exec('create table events (id integer primary key, name text unique)')
})
afterEach(() => {
  if (db.isOpen) db.close()
  rmSync(folder, { recursive: true })
})

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return resultCodeOf(error)
  }
  return 'none'
}

/** Rows that fill about as many pages of 4 KiB. */
function fill(pages: number): void {
  const insert = db.prepare('insert into events (name) values (hex(randomblob(2000)))')
  db.exec('begin')
  for (let page = 0; page < pages; page += 1) insert.run()
  db.exec('commit')
}

describe('the result code of an error', () => {
  it('of a constraint, of the text of a statement, and of too many values', () => {
    db.exec("insert into events values (1, 'one')")
    expect(codeOf(() => db.rows("insert into events values (2, 'one')"))).toBe('SQLITE_CONSTRAINT')
    expect(codeOf(() => db.rows('selec'))).toBe('SQLITE_ERROR')
    expect(codeOf(() => db.rows('select ?', 1, 2))).toBe('SQLITE_RANGE')
  })

  it('of another writer, also if it has written since this one began to read', () => {
    db.exec('pragma journal_mode = wal')
    const other = new SqliteFile(path)
    other.exec('begin immediate')
    expect(codeOf(() => db.exec('begin immediate'))).toBe('SQLITE_BUSY')
    other.exec('commit; begin; select * from events')
    db.exec("insert into events values (1, 'one')")
    expect(codeOf(() => other.exec("insert into events values (2, 'two')"))).toBe('SQLITE_BUSY')
    other.close()
  })

  it('of a file that cannot be written, opened or read, and of one that is full', () => {
    const reader = new SqliteFile(path, { readOnly: true })
    expect(codeOf(() => reader.exec('delete from events'))).toBe('SQLITE_READONLY')
    reader.close()
    expect(codeOf(() => new SqliteFile(folder))).toBe('SQLITE_CANTOPEN')
    const notes = join(folder, 'notes.txt')
    writeFileSync(notes, 'no database'.repeat(100))
    expect(codeOf(() => new SqliteFile(notes).exec('vacuum'))).toBe('SQLITE_NOTADB')
    db.exec('pragma max_page_count = 20')
    expect(codeOf(() => fill(100))).toBe('SQLITE_FULL')
  })

  it('of an error of our own is undefined', () => {
    db.close()
    expect(codeOf(() => db.rows('select 1'))).toBeUndefined()
    expect(resultCodeOf(Object.assign(new Error('gone'), { errcode: 5 }))).toBeUndefined()
  })
})

describe('a text', () => {
  it('is read whole, also if it contains U+0000', () => {
    expect(db.column("select 'a' || char(0) || 'b'")).toEqual(['a\0b'])
  })
})

describe('an integer', () => {
  it('is read exactly, or not at all', () => {
    expect(db.column('select 9007199254740991')).toEqual([Number.MAX_SAFE_INTEGER])
    expect(() => db.rows('select 9007199254740993')).toThrow(/too large/)
  })
})

describe('a copy', () => {
  it('ends when a step throws, and leaves the connection usable', async () => {
    fill(1000)
    const copy = join(folder, 'copy.db')
    let steps = 0
    const work = db.copyTo(copy, 100, () => {
      steps += 1
      if (steps === 2) throw new Error('stopped')
    })
    await expect(work).rejects.toThrow('stopped')
    expect(steps).toBe(2)
    await db.copyTo(copy, 100, () => {})
    expect(existsSync(copy)).toBe(true)
    const copied = new SqliteFile(copy)
    expect(copied.column('select count(*) from events')).toEqual([1000])
    copied.close()
  })
})
