import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fencesOf, proseOf } from '../support/docs/markdown.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const guides = readdirSync(join(docs, 'fr/guides'))
const pages = ['guides', 'how-to'].flatMap((folder) =>
  readdirSync(join(docs, 'fr', folder)).map((page) => ({ folder, page })),
)
const read = (folder: string, guide: string) => readFileSync(join(docs, folder, guide), 'utf8')
const levelsOf = (page: string) => [...proseOf(page).matchAll(/^(#+) /gm)].map(([, level]) => level)
const linesOf = (page: string, mark: RegExp) =>
  proseOf(page)
    .split('\n')
    .filter((line) => mark.test(line)).length

describe('a guide in French', () => {
  it('exists for what leads to a first program', () => {
    const needed = ['authentication', 'errors', 'getting-started', 'limits', 'search']
    expect(guides.sort()).toEqual(needed.map((name) => `${name}.md`))
  })

  describe.each(pages)('$folder/$page', ({ folder, page }) => {
    const [english, french] = [read(folder, page), read(`fr/${folder}`, page)]

    it('has the same code blocks as in English, which the tests run', () => {
      const blocks = (page: string) => fencesOf(page).map(({ line, ...block }) => block)
      expect(blocks(french)).toEqual(blocks(english))
    })

    it('has the same headings, list items and rows of tables', () => {
      expect(levelsOf(french)).toEqual(levelsOf(english))
      for (const mark of [/^- /, /^\| /]) expect(linesOf(french, mark)).toBe(linesOf(english, mark))
    })

    it('has no-break spaces before colons and within guillemets', () => {
      const text = proseOf(french).replace(/`[^`\n]*`/g, '`')
      expect(text.match(/.{0,20}(?: [:;?!»]|« |'\w).{0,20}/gu) ?? []).toEqual([])
    })
  })
})
