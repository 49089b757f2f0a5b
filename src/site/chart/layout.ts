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
const count = new Intl.NumberFormat('en-CA')

/** Formats a number: `2,579`. */
export function shownCount(value: number): string {
  return count.format(value)
}

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
      return { x, y: baseline - tick * unit, anchor: 'end', text: shownCount(tick) }
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
  const left = textWidth(shownCount(top), frame) + fontSize * 0.6
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
  const { width, band, baseline, fontSize, middleOf } = plot
  const halfOf = (name: string) =>
    Math.max(...linesOf(name).map((line) => textWidth(line, plot))) / 2
  const widest = 2 * Math.max(0, ...names.map(halfOf))
  // Labels at the edges move inwards.
  const shift = Math.max(0, widest - band) / 2
  const every = Math.max(1, Math.ceil((widest + shift + fontSize * 0.1) / band))
  return names.flatMap((name, category) => {
    if ((names.length - 1 - category) % every !== 0) return []
    const x = Math.min(Math.max(middleOf(category), halfOf(name)), width - halfOf(name))
    return linesOf(name).map((text, line): Label => {
      return { x, y: baseline + fontSize * (1.25 + line * 1.15), anchor: 'middle', text }
    })
  })
}

/** Totals above the stacks and values beside their parts; each only if all of them fit. */
function labelValues(bars: ReturnType<typeof stackBars>, plot: Plot): Label[] {
  const { totals, baseline, unit, fontSize, band, barWidth, middleOf } = plot
  const [drop, gap] = [fontSize * 0.35, fontSize * 0.4]
  const tops = totals.map((total, category): Label => {
    const y = baseline - total * unit - drop
    return { x: middleOf(category), y, anchor: 'middle', text: shownCount(total) }
  })
  // A part that is less tall than its label gets none.
  const tall = bars.filter(({ height }) => height >= fontSize)
  const parts = tall.map(({ x, y, height, value }): Label => {
    const middle = y + height / 2 + drop
    return { x: x + barWidth + gap, y: middle, anchor: 'start', text: shownCount(value) }
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

/** Splits a name of several words into two lines of similar length. */
function linesOf(name: string): string[] {
  const middle = (name.length - 1) / 2
  const blanks = [...name.matchAll(/ /g)].map(({ index }) => index)
  const [at] = blanks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
