/** The figures of a chart: one value for each category, in the same order. */
export interface Series {
  name: string
  /** Whole numbers from 0 on; a category beyond the end counts as 0. */
  values: readonly number[]
}

/** How large a drawing is, in the units of its viewBox: on a screen of that width, pixels. */
export interface Frame {
  width: number
  height: number
  fontSize: number
}

interface Bar {
  category: number
  series: number
  value: number
  x: number
  y: number
  width: number
  height: number
}

/** Text at a place; `anchor` is the side of it that stands at `x`. */
interface Label {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  lines: string[]
}

/** Where everything of a bar chart goes. */
export interface BarLayout {
  left: number
  right: number
  baseline: number
  bars: Bar[]
  ticks: { y: number; text: string }[]
  categoryLabels: Label[]
  /** What each bar, or stack of bars, comes to, and the parts of a stack; none where not all of them have room. */
  valueLabels: Label[]
}

const ticksMax = 5
const lineHeight = 1.25
// In ems, as wide as the wider of the fonts that systems come with have them; the first that fits counts.
const glyphWidths = [
  [/[fijlrtI.,:;'’|!\- ]/, 0.36],
  [/[mwMW@%]/, 0.95],
  [/[A-Z]/, 0.7],
  [/[0-9]/, 0.64],
  [/[\u0020-\u04ff]/, 0.6],
] as const
const bandFill = 0.78
const barWidthMax = 56
const count = new Intl.NumberFormat('en-CA')

/** How a chart and its table write a number: `2,579`. */
export function shownCount(value: number): string {
  return count.format(value)
}

/** Whole numbers from 0 to at least `max`, at steps of 1, 2 or 5 times a power of ten, five of them at most. */
export function integerTicks(max: number): number[] {
  const top = Math.max(1, max)
  const least = top / (ticksMax - 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((s) => s >= least) ?? least)
  const steps = Math.ceil(top / step)
  return Array.from({ length: steps + 1 }, (_, i) => i * step)
}

/** Lays bars out over categories: side by side, or on top of one another. */
export function layoutBars(
  categories: readonly string[],
  series: readonly Series[],
  frame: Frame,
  stacked: boolean,
): BarLayout {
  const totals = categories.map((_, i) => series.map(({ values }) => values[i] ?? 0))
  const heights = totals.map((values) => (stacked ? sum(values) : Math.max(0, ...values)))
  const ticks = integerTicks(Math.max(0, ...heights))
  const top = ticks.at(-1) ?? 1
  const left = textWidth(shownCount(top), frame) + frame.fontSize * 0.6
  const names = categories.map((name) => linesOf(name))
  const lines = Math.max(1, ...names.map((each) => each.length))
  const baseline = frame.height - frame.fontSize * (lines * lineHeight + 0.5)
  const plot: Plot = {
    left,
    right: frame.width,
    baseline,
    band: (frame.width - left) / Math.max(1, categories.length),
    unit: (baseline - frame.fontSize * 1.8) / top,
  }
  const bars = stacked ? stackBars(series, totals, plot) : groupBars(series, totals, plot)
  return {
    left,
    right: frame.width,
    baseline,
    bars,
    ticks: ticks.map((tick) => ({ y: baseline - tick * plot.unit, text: shownCount(tick) })),
    categoryLabels: labelCategories(names, frame, plot),
    valueLabels: stacked
      ? [...labelValues(topsOf(bars, heights), frame), ...labelParts(bars, frame, plot)]
      : labelValues(bars, frame),
  }
}

interface Plot {
  left: number
  right: number
  baseline: number
  /** Width of one category, and height of one unit of value. */
  band: number
  unit: number
}

function groupBars(series: readonly Series[], totals: readonly number[][], plot: Plot): Bar[] {
  const width = Math.min(barWidthMax, (plot.band * bandFill) / Math.max(1, series.length))
  const group = width * series.length
  return totals.flatMap((values, category) =>
    values.map((value, at) => {
      const x = plot.left + plot.band * (category + 0.5) - group / 2 + at * width
      const height = value * plot.unit
      return { category, series: at, value, x, y: plot.baseline - height, width, height }
    }),
  )
}

function stackBars(series: readonly Series[], totals: readonly number[][], plot: Plot): Bar[] {
  const width = Math.min(barWidthMax, plot.band * bandFill)
  return totals.flatMap((values, category) => {
    let y = plot.baseline
    const x = plot.left + plot.band * (category + 0.5) - width / 2
    return series.map((_, at) => {
      const value = values[at] ?? 0
      const height = value * plot.unit
      y -= height
      return { category, series: at, value, x, y, width, height }
    })
  })
}

/** Every n-th category, counted from the last, which is often the newest; none runs into the next one. */
function labelCategories(names: readonly string[][], frame: Frame, plot: Plot): Label[] {
  const widest = Math.max(0, ...names.flat().map((line) => textWidth(line, frame)))
  // The last label moves inwards where it is wider than its category.
  const shift = Math.max(0, widest - plot.band) / 2
  const every = Math.max(1, Math.ceil((widest + shift + frame.fontSize * 0.1) / plot.band))
  return names.flatMap((lines, i): Label[] => {
    if ((names.length - 1 - i) % every !== 0) return []
    const x = plot.left + plot.band * (i + 0.5)
    const half = Math.max(...lines.map((line) => textWidth(line, frame))) / 2
    const y = plot.baseline + frame.fontSize * lineHeight
    if (x + half > plot.right) return [{ x: plot.right, y, anchor: 'end', lines }]
    if (x - half < 0) return [{ x: 0, y, anchor: 'start', lines }]
    return [{ x, y, anchor: 'middle', lines }]
  })
}

/** What a stack comes to, at the place of the bar that lies on top. */
function topsOf(bars: readonly Bar[], totals: readonly number[]): Bar[] {
  return totals.flatMap((value, category) => {
    const top = bars.filter((bar) => bar.category === category).at(-1)
    return top === undefined ? [] : [{ ...top, value }]
  })
}

function labelValues(bars: readonly Bar[], frame: Frame): Label[] {
  const fits = bars.every(({ value, width }) => textWidth(shownCount(value), frame) <= width)
  if (!fits) return []
  const drawn = bars.filter(({ value }) => value > 0)
  return drawn.map(({ x, y, width, value }) => ({
    x: x + width / 2,
    y: y - frame.fontSize * 0.35,
    anchor: 'middle',
    lines: [shownCount(value)],
  }))
}

/** The parts of stacks, beside them; a part that is lower than its figure goes without. */
function labelParts(bars: readonly Bar[], frame: Frame, { band }: Plot): Label[] {
  const gap = frame.fontSize * 0.4
  const fits = bars.every(
    ({ value, width }) => textWidth(shownCount(value), frame) + 2 * gap <= (band - width) / 2,
  )
  if (!fits) return []
  const tall = bars.filter(({ value, height }) => value > 0 && height >= frame.fontSize)
  return tall.map(({ x, y, width, height, value }) => ({
    x: x + width + gap,
    y: y + height / 2 + frame.fontSize * 0.35,
    anchor: 'start',
    lines: [shownCount(value)],
  }))
}

function textWidth(text: string, { fontSize }: Frame): number {
  const ems = Array.from(
    text,
    (glyph) => glyphWidths.find(([glyphs]) => glyphs.test(glyph))?.[1] ?? 1,
  )
  return sum(ems) * fontSize
}

/** A name of several words stands in two lines, as even as can be. */
function linesOf(name: string): string[] {
  const words = name.split(' ')
  const breaks = words.slice(1).map((_, i) => {
    const lines = [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]
    return { lines, width: Math.max(...lines.map((line) => line.length)) }
  })
  const [best] = breaks.sort((a, b) => a.width - b.width)
  return best?.lines ?? [name]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
