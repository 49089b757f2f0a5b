import { describe, expect, it } from 'vitest'
import { dividedText, documentPages } from './document-pages.ts'

describe('a very long text', () => {
  it('is divided after a line or a word, with every character once and no surrogate pair cut', () => {
    const lines = `${'reed '.repeat(60)}\n`.repeat(3000)
    const words = 'sedge '.repeat(150_000)
    const pairs = `a${'\u{1f986}'.repeat(450_000)}`
    for (const text of [lines, words, pairs]) {
      const parts = dividedText(text)
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.join('')).toBe(text)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(400_000)
        expect(part.isWellFormed()).toBe(true)
        expect(dividedText(part)).toEqual([part])
      }
    }
    expect(dividedText(lines)[0]?.endsWith('\n')).toBe(true)
    expect(dividedText(words)[0]?.endsWith(' ')).toBe(true)
    expect(dividedText('short')).toEqual(['short'])
  })

  it('has pages of at most 400,000 characters and 1,000 sections', () => {
    const pagesOf = (texts: string[]) => texts.map(documentPages())
    const long = 'x'.repeat(250_000)
    expect(pagesOf([long, long, 'y', long])).toEqual([1, 2, 2, 3])
    expect(new Set(pagesOf(Array.from({ length: 2001 }, () => 'z'))).size).toBe(3)
  })
})
