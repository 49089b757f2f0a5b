import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultAccent, type Palette, palettesOf } from '../../src/core/accent.ts'

const root = resolve(import.meta.dirname, '../..')
const css = readFileSync(resolve(root, 'assets/style/base.css'), 'utf8')
const page = readFileSync(resolve(root, 'docs/explanation/design.md'), 'utf8')

const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body)
function variablesOf(body: string): Record<string, string> {
  const found = body.matchAll(/(--[\w-]+): ([^;]+);/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}
const ofAccent = ({ band, glow, link, linkInk }: Palette) => ({
  '--band': band,
  '--glow': glow,
  '--link': link,
  '--link-ink': linkInk,
})
const palettes = palettesOf(defaultAccent)
const inLight: Record<string, string> = { ...variablesOf(light), ...ofAccent(palettes.light) }
const inDark: Record<string, string> = { ...variablesOf(dark), ...ofAccent(palettes.dark) }

/** Rows whose first cells are code, by the number of those. */
const rowsOf = (cells: number) =>
  [...page.matchAll(new RegExp(`^\\|${' `([^`]+)` \\|'.repeat(cells)} [^\`]`, 'gm'))].map((row) =>
    row.slice(1),
  )

// `npm run docs` does not write this page: its last column is prose.
describe('docs/explanation/design.md', () => {
  it('has every colour with its values in light and dark', () => {
    const listed = rowsOf(3).map(([name, ...values]) => [name, values])
    const colours = Object.entries(inLight).filter(([, value]) => /^#/.test(value))
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(colours.map(([name, value]) => [name, [value, inDark[name]]])),
    )
  })

  it('has every size and the spaces as the style sheet has them', () => {
    const rows = rowsOf(2)
    const sizes = rows.filter(([name]) => name?.startsWith('--'))
    const expected = Object.entries(inLight).filter(([, value]) =>
      /^(?:[\d.]+rem|clamp\()/.test(value),
    )
    expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries(expected))
    const spaces = rows.filter(([name]) => !name?.startsWith('--'))
    expect(spaces.length).toBeGreaterThan(3)
    for (const [selector = '', declaration] of spaces) {
      const start = css.indexOf(`\n${selector.replaceAll(', ', ',\n')} {`)
      expect(css.slice(start, css.indexOf('}', start)), selector).toContain(`  ${declaration};`)
    }
  })
})
