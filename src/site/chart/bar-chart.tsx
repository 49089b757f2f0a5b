import { useId } from 'preact/hooks'
import { layoutBars, type Series, shownCount } from './layout.ts'

/** The figures of a chart and of its table. */
export interface ChartProps {
  /** Says what is counted: the caption, and the name for those who do not see the chart. */
  title: string
  categories: readonly string[]
  /** Three at most, as there are patterns; what they come to together must mean something. */
  series: readonly Series[]
}

const narrow = { width: 360, height: 240, fontSize: 12 }
const frames = { wide: { width: 880, height: 300, fontSize: 14 }, narrow, small: narrow }

// More bars than a finger finds have no names of their own: a page of ten such charts would be too heavy. The table has them.
const namedBarsMax = 45

/**
 * Stacked bars over categories, drawn on the server; `small` for a column of a page. Series are told apart by pattern as
 * much as by colour. `<ChartTable>` holds the same figures and belongs after it.
 */
export function BarChart({ small, ...chart }: ChartProps & { small?: boolean }) {
  const names = small === true ? (['small'] as const) : (['wide', 'narrow'] as const)
  return (
    <figure class="chart">
      <figcaption>{chart.title}</figcaption>
      {chart.series.length > 1 && <Legend series={chart.series} />}
      {names.map((name) => (
        <Drawing key={name} name={name} {...chart} />
      ))}
    </figure>
  )
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  const id = useId()
  return (
    <ul class="legend">
      {series.map(({ name }, at) => (
        <li key={name}>
          <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">
            <Pattern id={`${id}-${at}`} at={at} />
            <rect width="12" height="12" fill={`url(#${id}-${at})`} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function Drawing({ name, ...chart }: ChartProps & { name: keyof typeof frames }) {
  const id = useId()
  const { width, height, fontSize } = frames[name]
  const layout = layoutBars(chart.categories, chart.series, frames[name])
  const drawn = layout.bars.filter(({ value }) => value > 0)
  const used = [...new Set(drawn.map(({ series }) => series))]
  const across = (y: number) => `M${round(layout.left)} ${round(y)}H${width}`
  const ticks = layout.ticks.map((tick) => ({ ...tick, y: tick.y + fontSize * 0.35 }))
  const labels = [...ticks, ...layout.categoryLabels, ...layout.valueLabels]
  return (
    <svg
      class={`chart ${name}`}
      viewBox={`0 0 ${width} ${height}`}
      font-size={fontSize}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
    >
      <title id={`${id}-title`}>{chart.title}</title>
      <desc id={`${id}-desc`}>{descriptionOf(chart)}</desc>
      <defs>
        {used.map((at) => (
          <Pattern key={at} id={`${id}-${at}`} at={at} />
        ))}
      </defs>
      <path class="axis" d={layout.ticks.map(({ y }) => across(y)).join('')} />
      <path class="base" d={across(layout.baseline)} />
      {outlinesOf(drawn, chart).map(({ series, d, tooltip }) => (
        <path key={d} class="bar" fill={`url(#${id}-${series})`} d={d}>
          {tooltip !== undefined && <title>{tooltip}</title>}
        </path>
      ))}
      {labels.map(({ x, y, anchor, text }) => (
        <text key={`${x} ${y}`} x={round(x)} y={round(y)} text-anchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  )
}

/** An outline of each bar with its name, or where there are too many, one of each series. */
function outlinesOf(
  bars: ReturnType<typeof layoutBars>['bars'],
  { categories, series }: ChartProps,
) {
  const outlines = bars.map(({ category, series: at, value, x, y, width, height }) => {
    const d = `M${round(x)} ${round(y)}h${round(width)}v${round(Math.max(1, height))}h-${round(width)}z`
    const tooltip = `${categories[category]}, ${series[at]?.name}: ${shownCount(value)}`
    return { series: at, d, tooltip }
  })
  if (bars.length <= namedBarsMax) return outlines
  return [...new Set(outlines.map((outline) => outline.series))].map((at) => {
    const parts = outlines.filter((outline) => outline.series === at)
    return { series: at, d: parts.map(({ d }) => d).join(''), tooltip: undefined }
  })
}

// Lines over the colour, one way for each series: plain, slanted, dotted.
const hatches = [null, 'M-1 7 7-1M-1 1 1-1M5 7 7 5', 'M1.5 3h3'] as const

function Pattern({ id, at }: { id: string; at: number }) {
  const hatch = hatches[at]
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect class={`series-${at + 1}`} width="6" height="6" />
      {hatch && <path class="hatch" d={hatch} />}
    </pattern>
  )
}

function descriptionOf({ categories, series }: ChartProps): string {
  const [first, last] = [categories[0], categories.at(-1)]
  if (first === undefined || last === undefined) return 'No figures.'
  const span = categories.length > 4 ? `${first} to ${last}` : categories.join(', ')
  const totals = series.map(
    ({ name, values }) => `${name}: ${shownCount(values.reduce((all, value) => all + value, 0))}`,
  )
  return `Bars for ${span}. In all, ${totals.join('; ')}.`
}

// A hundredth of a pixel is never seen, and every digit is sent.
function round(value: number): number {
  return Math.round(value * 10) / 10
}
