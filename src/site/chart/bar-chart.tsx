import { useId } from 'preact/hooks'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { layoutBars, type Series } from './layout.ts'

/** The data of a chart and of its table. */
export interface ChartProps {
  /** The caption, and the accessible name. */
  title: string
  categories: readonly string[]
  /** At most three, one for each pattern; they are stacked, so their sum must mean something. */
  series: readonly Series[]
}

const narrow = { width: 360, height: 240, fontSize: 12 }
const frames = { wide: { width: 880, height: 300, fontSize: 14 }, narrow, small: narrow }

// Above this number, bars get no tooltips, to keep pages with many charts small; the table has the values.
const namedBarsMax = 45

/** Stacked bars; series differ by pattern and colour. Follow it with a `<ChartTable>` of the same data. */
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
  const locale = useSiteLocale()
  const frame = { ...frames[name], count: locale.count }
  const layout = layoutBars(chart.categories, chart.series, frame)
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
      <desc id={`${id}-desc`}>{descriptionOf(chart, locale)}</desc>
      <defs>
        {used.map((at) => (
          <Pattern key={at} id={`${id}-${at}`} at={at} />
        ))}
      </defs>
      <path class="axis" d={layout.ticks.map(({ y }) => across(y)).join('')} />
      <path class="base" d={across(layout.baseline)} />
      {barPaths(drawn, chart, locale).map(({ series, d, tooltip }) => (
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

/** A path and tooltip for each bar, or one path for each series if there are too many bars. */
function barPaths(
  bars: ReturnType<typeof layoutBars>['bars'],
  { categories, series }: ChartProps,
  { words, count }: SiteLocale,
) {
  const paths = bars.map(({ category, series: at, value, x, y, width, height }) => {
    const d = `M${round(x)} ${round(y)}h${round(width)}v${round(Math.max(1, height))}h-${round(width)}z`
    const tooltip = `${categories[category]}, ${words.chart.valueOf(series[at]?.name ?? '', count(value))}`
    return { series: at, d, tooltip }
  })
  if (bars.length <= namedBarsMax) return paths
  return [...new Set(paths.map((path) => path.series))].map((at) => {
    const parts = paths.filter((path) => path.series === at)
    return { series: at, d: parts.map(({ d }) => d).join(''), tooltip: undefined }
  })
}

// Patterns by series: plain, slanted, dotted.
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

function descriptionOf({ categories, series }: ChartProps, { words, count }: SiteLocale): string {
  const [first, last] = [categories[0], categories.at(-1)]
  if (first === undefined || last === undefined) return words.chart.noData
  const span = categories.length > 4 ? words.chart.span(first, last) : categories.join(', ')
  const totals = series.map(({ name, values }) =>
    words.chart.valueOf(name, count(values.reduce((all, value) => all + value, 0))),
  )
  return words.chart.description(span, totals.join('; '))
}

// One decimal is enough, and keeps the page small.
function round(value: number): number {
  return Math.round(value * 10) / 10
}
