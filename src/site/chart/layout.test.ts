import { describe, expect, it } from 'vitest'
import { integerTicks, layoutBars } from './layout.ts'

const wide = { width: 880, height: 300, fontSize: 14, count: String }
const narrow = { width: 360, height: 240, fontSize: 12, count: String }

const days = Array.from({ length: 30 }, (_, i) =>
  new Date(Date.UTC(2026, 5, 1 + i)).toISOString().slice(0, 10),
)

describe('integerTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [10, [0, 5, 10]],
    [12, [0, 5, 10, 15]],
    [99, [0, 50, 100]],
    [2579, [0, 1000, 2000, 3000]],
  ])('of %d are %j', (max, ticks) => {
    expect(integerTicks(max)).toEqual(ticks)
  })

  it('are few, evenly spaced integers up to at least the highest value', () => {
    for (let max = 0; max < 3000; max += 7) {
      const ticks = integerTicks(max)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.every((tick, i) => Number.isInteger(tick) && tick === i * (ticks[1] ?? 0))).toBe(
        true,
      )
    }
  })
})

type BarLayout = ReturnType<typeof layoutBars>

describe('layoutBars', () => {
  const series = [
    { name: 'Requests', values: [4, 0, 2] },
    { name: 'Refusals', values: [1, 3] },
  ]
  const bars = (layout: BarLayout) =>
    layout.bars.map(({ category, series: at, value }) => [category, at, value])

  it('has a bar for every category and series; a missing value is 0', () => {
    const all = [
      [0, 0, 4],
      [0, 1, 1],
      [1, 0, 0],
      [1, 1, 3],
      [2, 0, 2],
      [2, 1, 0],
    ]
    expect(bars(layoutBars(['a', 'b', 'c'], series, wide))).toEqual(all)
  })

  it.each([
    ['wide', wide],
    ['narrow', narrow],
  ])('keeps heights proportional and all bars inside: %s', (_, frame) => {
    const layout = layoutBars(days, [{ name: 'n', values: days.map((_d, i) => i * 31) }], frame)
    const unit = (layout.bars[10]?.height ?? 0) / 310
    for (const { value, x, y, width, height } of layout.bars) {
      expect(height).toBeCloseTo(value * unit)
      expect(y + height).toBeCloseTo(layout.baseline)
      expect(y).toBeGreaterThan(frame.fontSize)
      expect(x).toBeGreaterThanOrEqual(layout.left)
      expect(x + width).toBeLessThanOrEqual(frame.width)
    }
  })

  it('puts stacked bars on top of one another', () => {
    const [requests, rejections] = layoutBars(['a'], series, wide).bars
    expect(rejections?.x).toBe(requests?.x)
    expect((rejections?.y ?? 0) + (rejections?.height ?? 0)).toBeCloseTo(requests?.y ?? -1)
  })

  it('labels bars with their totals if all labels fit, and none otherwise', () => {
    const texts = (layout: BarLayout) => layout.valueLabels.map(({ text }) => text)
    const stacked = layoutBars(['a', 'b', 'c'], series, wide)
    expect(texts(stacked)).toEqual([...['5', '3', '2'], ...['4', '1', '3', '2']])
    const narrower = { ...wide, width: 200 }
    expect(texts(layoutBars(['a', 'b', 'c'], series, narrower))).toEqual(['5', '3', '2'])
    const crowded = [{ name: 'n', values: days.map((_, i) => 10_000 + i) }]
    expect(texts(layoutBars(days, crowded, wide))).toEqual([])
  })

  it.each([
    ['wide', wide, 7],
    ['narrow', narrow, 3],
  ])(
    'labels the last of many categories and a few others without overlap: %s',
    (_, frame, least) => {
      const { categoryLabels } = layoutBars(days, [{ name: 'n', values: [3] }], frame)
      expect(categoryLabels.at(-1)?.text).toBe(days.at(-1))
      expect(categoryLabels.length).toBeGreaterThanOrEqual(least)
      // Eight digits and two hyphens of DejaVu Sans, the widest of the usual fonts.
      const textWidth = (8 * 0.636 + 2 * 0.361) * frame.fontSize
      const starts = categoryLabels.map(
        ({ x, anchor }) => x - { start: 0, middle: textWidth / 2, end: textWidth }[anchor],
      )
      for (const [i, start] of starts.entries()) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start + textWidth).toBeLessThan(starts[i + 1] ?? frame.width + 1)
      }
    },
  )

  it('labels each of a few categories, even on a narrow chart', () => {
    const measures = ['Agenda', 'Minutes', 'Video', 'Recorded votes', 'Transcript']
    const { categoryLabels } = layoutBars(measures, [{ name: 'n', values: [2579] }], narrow)
    expect(categoryLabels.map(({ text }) => text)).toEqual(
      measures.flatMap((measure) => measure.split(' ')),
    )
  })

  it('labels each of a few categories with long names, as in French', () => {
    const measures = ['Ordre du jour', 'Procès-verbal', 'Vidéo', 'Votes consignés']
    const { categoryLabels } = layoutBars(measures, [{ name: 'n', values: [65] }], narrow)
    expect(categoryLabels.map(({ text }) => text)).toEqual([
      ...['Ordre', 'du jour', 'Procès-', 'verbal', 'Vidéo', 'Votes', 'consignés'],
    ])
  })

  it('breaks long category names into lines', () => {
    const { categoryLabels } = layoutBars(['Recorded votes', 'One two three'], series, wide)
    expect(categoryLabels.map(({ text }) => text)).toEqual([
      'Recorded',
      'votes',
      'One two',
      'three',
    ])
    expect(new Set(categoryLabels.map(({ y }) => y)).size).toBe(2)
  })

  it('works without categories, series or values', () => {
    expect(layoutBars([], [], wide).bars).toEqual([])
    expect(layoutBars(['a'], [], narrow).bars).toEqual([])
    expect(layoutBars(['a'], [{ name: 'n', values: [] }], narrow).bars[0]?.height).toBe(0)
  })
})
