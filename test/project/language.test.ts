import { describe, expect, it } from 'vitest'
import { allowed, budgets } from '../support/project/glossary.ts'
import { findHits, hitsOf } from '../support/project/language.ts'

const wordsIn = (text: string, file = 'src/example.ts') =>
  hitsOf(file, text).map(({ words, line }) => `${line}: ${words}`)

describe('the language check', () => {
  it('finds words in comments, strings and Markdown', () => {
    expect(wordsIn('const a = 1\n// Reads it anew.\n')).toEqual(['2: anew'])
    expect(wordsIn("const a = 'the key is there already'\n")).toEqual(['1: is there already'])
    expect(wordsIn('# Title\n\nFor whoever reads.\n', 'docs/a.md')).toEqual(['3: whoever'])
  })

  it('finds a phrase across the lines of a comment', () => {
    expect(wordsIn('/**\n * The file is\n * there already.\n */\n')).toEqual([
      '2: is there already',
    ])
  })

  it('finds words in names that are declared, but not in names that are only used', () => {
    expect(wordsIn('const known = 1\nexport function leftOutRows(): void {}\n')).toEqual([
      '1: known',
      '2: leftOutRows',
    ])
    expect(wordsIn('const last = Math.floor(list.known)\n')).toEqual([])
  })

  it('finds words in the names of files', () => {
    expect(wordsIn('', 'src/cli/crew.ts')).toEqual(['0: crew'])
  })

  it('has at most ten exceptions, each with a reason and a use', () => {
    expect(allowed.length).toBeLessThanOrEqual(10)
    for (const { reason } of allowed) expect(reason).toMatch(/\w+ \w+/)
  })

  it('finds no more hits than each folder may have', () => {
    const counts = new Map<string, number>()
    for (const { file } of findHits())
      counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
    const over = [...counts].filter(([folder, hits]) => hits > (budgets[folder] ?? 0))
    expect(over, 'npm run language lists each hit and what to write instead').toEqual([])
  })
})

/** The first two folders of a path, or the file name if it has no folder. */
function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1).slice(0, 2)
  return folders.length === 0 ? file : folders.join('/')
}
