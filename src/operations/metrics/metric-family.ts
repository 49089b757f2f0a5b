/** All series of one name, as Prometheus groups them. Plain data: it crosses from process to process. */
export interface MetricFamily {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** Each series as it is written, `name{label="value"}`, and its value. */
  samples: [series: string, value: number][]
}

/** Names of labels with their values: templates, words and slugs; never what a client sent. */
type Labels = Readonly<Record<string, string | number>>

/** The series of one name, from their labels and values. */
export function metricFamily(
  type: MetricFamily['type'],
  name: string,
  help: string,
  samples: readonly (readonly [Labels, number])[],
): MetricFamily {
  return {
    name,
    type,
    help,
    samples: samples.map(([labels, value]) => [series(name, labels), value]),
  }
}

/** A series as the text format writes it. */
export function series(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

function escaped(value: string | number): string {
  return String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

/** Sums counters of several processes by series. */
export function mergeCounters(parts: readonly (readonly MetricFamily[])[]): MetricFamily[] {
  const sums = new Map<string, { family: MetricFamily; values: Map<string, number> }>()
  for (const family of parts.flat()) {
    const sum = sums.get(family.name) ?? { family, values: new Map<string, number>() }
    sums.set(family.name, sum)
    for (const [name, value] of family.samples)
      sum.values.set(name, (sum.values.get(name) ?? 0) + value)
  }
  return [...sums.values()].map(({ family, values }) => ({ ...family, samples: [...values] }))
}

/** Prometheus text format 0.0.4. */
export function exposition(families: readonly MetricFamily[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([name, value]) => `${name} ${value}`),
  ])
  return `${lines.join('\n')}\n`
}
