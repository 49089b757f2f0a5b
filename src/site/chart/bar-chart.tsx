import { useId } from 'preact/hooks'
import { type BarLayout, type Frame, layoutBars, type Series, shownCount } from './layout.ts'

/** The figures of a chart and of its table. */
export interface ChartProps {
  /** Says what is counted: the caption, and the name for those who do not see the chart. */
  title: string
  categories: readonly string[]
  /** Five at most: there are no more patterns. */
  series: readonly Series[]
}

interface BarChartProps extends ChartProps {
  /** Bars of one category on top of one another: what they come to must mean something. */
  stacked?: boolean
  /** Drawn for a column of a page instead of its whole width. */
  small?: boolean
}

const wide: Frame = { width: 880, height: 300, fontSize: 14 }
const narrow: Frame = { width: 360, height: 240, fontSize: 12 }

// More bars than a finger finds have no names of their own: a page of ten such charts would be too heavy. The table has them.
const namedBarsMax = 45

/**
 * Bars over categories, drawn on the server. Series are told apart by pattern as much as by colour. `<ChartTable>`
 * holds the same figures and belongs after it.
 */
export function BarChart({ title, categories, series, stacked, small }: BarChartProps) {
  const frames = small === true ? { small: narrow } : { wide, narrow }
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {series.length > 1 && <Legend series={series} />}
      {Object.entries(frames).map(([name, frame]) => (
        <Drawing
          key={name}
          name={name}
          frame={frame}
          label={title}
          description={descriptionOf({ title, categories, series })}
          layout={layoutBars(categories, series, frame, stacked === true)}
          tooltip={(category, at) => `${categories[category]}, ${series[at]?.name}`}
        />
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

interface DrawingProps {
  name: string
  frame: Frame
  label: string
  description: string
  layout: BarLayout
  tooltip: (category: number, series: number) => string
}

function Drawing({ name, frame, label, description, layout, tooltip }: DrawingProps) {
  const id = useId()
  const drawn = layout.bars.filter(({ value }) => value > 0)
  const used = [...new Set(drawn.map(({ series }) => series))]
  return (
    <svg
      class={`chart ${name}`}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      font-size={frame.fontSize}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-desc`}
    >
      <title id={`${id}-title`}>{label}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      <defs>
        {used.map((at) => (
          <Pattern key={at} id={`${id}-${at}`} at={at} />
        ))}
      </defs>
      <Axes layout={layout} fontSize={frame.fontSize} />
      {drawn.length > namedBarsMax
        ? used.map((at) => (
            <path key={at} class="bar" fill={`url(#${id}-${at})`} d={outline(drawn, at)} />
          ))
        : drawn.map((bar) => (
            <rect
              key={`${bar.category}-${bar.series}`}
              class="bar"
              fill={`url(#${id}-${bar.series})`}
              x={round(bar.x)}
              y={round(bar.y)}
              width={round(bar.width)}
              height={round(Math.max(1, bar.height))}
            >
              <title>{`${tooltip(bar.category, bar.series)}: ${shownCount(bar.value)}`}</title>
            </rect>
          ))}
      <Labels labels={layout.valueLabels} fontSize={frame.fontSize} />
    </svg>
  )
}

/** All bars of one series as one path. */
function outline(bars: BarLayout['bars'], series: number): string {
  return bars
    .filter((bar) => bar.series === series)
    .map(({ x, y, width, height }) => {
      const across = round(width)
      return `M${round(x)} ${round(y)}h${across}v${round(Math.max(1, height))}h-${across}z`
    })
    .join('')
}

function Axes({ layout, fontSize }: { layout: BarLayout; fontSize: number }) {
  const { left, right, baseline, ticks, categoryLabels } = layout
  return (
    <>
      {ticks.map(({ y, text }) => (
        <g key={text}>
          <line class="axis" x1={round(left)} x2={right} y1={round(y)} y2={round(y)} />
          <text x={round(left - fontSize * 0.5)} y={round(y + fontSize * 0.35)} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <line class="base" x1={round(left)} x2={right} y1={round(baseline)} y2={round(baseline)} />
      <Labels labels={categoryLabels} fontSize={fontSize} />
    </>
  )
}

function Labels({ labels, fontSize }: { labels: BarLayout['valueLabels']; fontSize: number }) {
  return (
    <>
      {labels.map(({ x, y, anchor, lines }) => (
        <text key={`${x} ${y}`} x={round(x)} y={round(y)} text-anchor={anchor}>
          {lines.length === 1
            ? lines[0]
            : lines.map((line, at) => (
                <tspan key={line} x={round(x)} dy={at === 0 ? 0 : round(fontSize * 1.15)}>
                  {line}
                </tspan>
              ))}
        </text>
      ))}
    </>
  )
}

// Lines over the colour, one way for each series: plain, slanted, dotted, level, crossed.
const hatches = [null, 'M-1 7 7-1M-1 1 1-1M5 7 7 5', 'M1.5 3h3', 'M0 3h6', 'M3 0v6M0 3h6'] as const

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
