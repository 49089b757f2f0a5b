import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  contrastMin,
  defaultAccent,
  nearestAccent,
  palettesOf,
  parseColour,
  surfaces,
} from './accent.ts'

// Each hue in steps of a sixth, greys, and colours of towns.
const accents = [
  ...['#c00', '#880', '#0a0', '#088', '#00c', '#a0a', '#000', '#777', '#fff', '#ffd100'],
  ...['#0b4a43', '#6a1b45', '#e4002b', '#0078d4', '#f58220', '#7ac143', '#ffc0cb', defaultAccent],
].map((colour) => parseColour(colour) ?? '')

describe('a colour', () => {
  it('is read in both lengths, whatever the case', () => {
    expect(['#0B4a43', '#0aF'].map(parseColour)).toEqual(['#0b4a43', '#00aaff'])
  })

  it.each(['0b4a43', '#0b4a4', 'teal', '#0b4a4g', 'rgb(1,2,3)', ''])('is not %j', (text) => {
    expect(parseColour(text)).toBeUndefined()
  })

  it('has the contrast that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('an accent', () => {
  it('stays as it is if white text is readable on it', () => {
    for (const accent of ['#0b4a43', '#767676', '#e4002b'])
      expect(nearestAccent(accent)).toBe(accent)
  })

  it('has a nearest colour that white text is readable on, and that is barely darker than needed', () => {
    for (const accent of accents) {
      const nearest = nearestAccent(accent)
      expect(contrast('#ffffff', nearest), accent).toBeGreaterThanOrEqual(contrastMin)
      if (nearest !== accent) expect(contrast('#ffffff', nearest), accent).toBeLessThan(4.6)
    }
  })

  it.each(accents)('%s becomes colours of both themes with enough contrast', (accent) => {
    const { light, dark } = palettesOf(nearestAccent(accent))
    for (const { band, glow, link, linkInk } of [light, dark]) {
      expect(contrast('#ffffff', band)).toBeGreaterThanOrEqual(7)
      expect(contrast(glow, band)).toBeGreaterThanOrEqual(contrastMin)
      expect(contrast(linkInk, link)).toBeGreaterThanOrEqual(contrastMin)
    }
    expect(contrast(light.link, surfaces.light)).toBeGreaterThanOrEqual(5.5)
    expect(contrast(dark.link, surfaces.dark)).toBeGreaterThanOrEqual(7)
  })
})

describe('the colours of the style sheet', () => {
  const style = readFileSync(new URL('../../assets/style/base.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = style.split('@media screen and (prefers-color-scheme: dark)')
  const tokensOf = (part: string) =>
    Object.fromEntries(
      [...part.matchAll(/--([a-z]+): (#\w{6});/g)].map(([, name = '', colour = '']) => [
        name,
        colour,
      ]),
    )
  const least = { ink: 12, soft: 5, yes: 5, no: 5, wrong: 5 }

  it.each([
    ['light', tokensOf(light), surfaces.light],
    ['dark', tokensOf(dark), surfaces.dark],
  ] as const)('are readable on both backgrounds in the %s', (_theme, tokens, stone) => {
    expect(Object.keys(tokens).sort()).toEqual([
      'bg',
      'ink',
      'line',
      'no',
      'soft',
      'stone',
      'wrong',
      'yes',
    ])
    expect(tokens.stone).toBe(stone)
    for (const background of [tokens.bg ?? '', stone])
      for (const [name, ratio] of Object.entries(least))
        expect(contrast(tokens[name] ?? '', background), name).toBeGreaterThanOrEqual(ratio)
  })

  it('are those of votes whatever the accent, in all that a page draws of votes', () => {
    for (const accent of accents) {
      const made = JSON.stringify(palettesOf(accent))
      for (const tokens of [tokensOf(light), tokensOf(dark)])
        for (const name of ['yes', 'no']) expect(made).not.toContain(tokens[name])
    }
  })
})
