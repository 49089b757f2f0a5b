/** One value for each category, in the same order. */
export interface Series {
  name: string
  /** Non-negative integers; missing values count as 0. */
  values: readonly number[]
}

/** The size of a chart in units of its viewBox. */
export interface Frame {
  width: number
  height: number
  fontSize: number
  /** Writes a number. */
  count(value: number): string
}

interface Label {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  text: string
}

// Average widths in ems, of DejaVu Sans, the widest of the common fonts.
const [glyphWidth, narrowWidth] = [0.62, 0.36]
const narrowGlyphs = /[fijlrtI.,:;'’|!\- ]/g
const bandFill = 0.78
const barWidthMax = 56

/** At most five integers from 0 to at least `max`, in steps of 1, 2 or 5 times a power of ten. */
export function integerTicks(max: number): number[] {
  const least = Math.max(1, max / 4)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, i) => i * step)
}

/** The positions of all parts of a stacked bar chart. */
export function layoutBars(categories: readonly string[], series: readonly Series[], frame: Frame) {
  const plot = plotOf(categories, series, frame)
  const { left, baseline, ticks, unit } = plot
  const bars = stackBars(categories, series, plot)
  return {
    left,
    baseline,
    bars,
    ticks: ticks.map((tick): Label => {
      const x = left - frame.fontSize * 0.5
      return { x, y: baseline - tick * unit, anchor: 'end', text: frame.count(tick) }
    }),
    categoryLabels: labelCategories(categories, plot),
    valueLabels: labelValues(bars, plot),
  }
}

type Plot = ReturnType<typeof plotOf>

function plotOf(categories: readonly string[], series: readonly Series[], frame: Frame) {
  const { width, height, fontSize } = frame
  const totals = categories.map((_, at) => sum(series.map(({ values }) => values[at] ?? 0)))
  const ticks = integerTicks(Math.max(0, ...totals))
  const top = ticks.at(-1) ?? 1
  const lines = Math.max(1, ...categories.map((name) => linesOf(name).length))
  const baseline = height - fontSize * (lines * 1.25 + 0.5)
  const left = textWidth(frame.count(top), frame) + fontSize * 0.6
  const band = (width - left) / Math.max(1, categories.length)
  const unit = (baseline - fontSize * 1.8) / top
  const barWidth = Math.min(barWidthMax, band * bandFill)
  const middleOf = (category: number) => left + band * (category + 0.5)
  return { ...frame, totals, ticks, left, baseline, band, unit, barWidth, middleOf }
}

function stackBars(categories: readonly string[], series: readonly Series[], plot: Plot) {
  const { baseline, unit, barWidth: width, middleOf } = plot
  return categories.flatMap((_, category) => {
    let y = baseline
    return series.map(({ values }, at) => {
      const value = values[category] ?? 0
      y -= value * unit
      const x = middleOf(category) - width / 2
      return { category, series: at, value, x, y, width, height: value * unit }
    })
  })
}

/** Labels every n-th category, counted from the last (often the newest), so that labels do not overlap. */
function labelCategories(names: readonly string[], plot: Plot): Label[] {
  const { baseline, fontSize } = plot
  const spans = nameSpans(names, plot)
  const everyNth = (n: number) => spans.filter((_, at) => (spans.length - 1 - at) % n === 0)
  const overlap = (shown: typeof spans) =>
    shown.some(({ start }, at) => start < (shown[at - 1]?.end ?? 0))
  let n = 1
  while (overlap(everyNth(n))) n += 1
  return everyNth(n).flatMap(({ x, lines }) =>
    lines.map((text, line): Label => {
      return { x, y: baseline + fontSize * (1.25 + line * 1.15), anchor: 'middle', text }
    }),
  )
}

/** Under the middle of each band; those at the edges move inwards. */
function nameSpans(names: readonly string[], plot: Plot) {
  const { width, fontSize, middleOf } = plot
  return names.map((name, category) => {
    const lines = linesOf(name)
    const half = Math.max(...lines.map((line) => textWidth(line, plot))) / 2
    const x = Math.min(Math.max(middleOf(category), half), width - half)
    return { lines, x, start: x - half, end: x + half + fontSize * 0.1 }
  })
}

/** Totals above the stacks and values beside their parts; each only if all of them fit. */
function labelValues(bars: ReturnType<typeof stackBars>, plot: Plot): Label[] {
  const { totals, baseline, unit, fontSize, band, barWidth, middleOf } = plot
  const [drop, gap] = [fontSize * 0.35, fontSize * 0.4]
  const tops = totals.map((total, category): Label => {
    const y = baseline - total * unit - drop
    return { x: middleOf(category), y, anchor: 'middle', text: plot.count(total) }
  })
  // A part that is less tall than its label gets none.
  const tall = bars.filter(({ height }) => height >= fontSize)
  const parts = tall.map(({ x, y, height, value }): Label => {
    const middle = y + height / 2 + drop
    return { x: x + barWidth + gap, y: middle, anchor: 'start', text: plot.count(value) }
  })
  const ifAllFit = (labels: Label[], widthMax: number) =>
    labels.every(({ text }) => textWidth(text, plot) <= widthMax) ? labels : []
  const all = [...ifAllFit(tops, barWidth), ...ifAllFit(parts, (band - barWidth) / 2 - 2 * gap)]
  return all.filter(({ text }) => text !== '0')
}

function textWidth(text: string, { fontSize }: Frame): number {
  const wide = text.replace(narrowGlyphs, '').length
  return fontSize * (wide * glyphWidth + (text.length - wide) * narrowWidth)
}

/** Splits a name into two lines of similar length, between words or after the hyphen of a word. */
function linesOf(name: string): string[] {
  const middle = (name.length - 1) / 2
  const breaks = [...name.matchAll(/ |(?<=\p{L})-(?=\p{L})/gu)].map(({ index }) => index)
  const [at] = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  if (at === undefined) return [name]
  return [name.slice(0, at + 1).trimEnd(), name.slice(at + 1)]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
