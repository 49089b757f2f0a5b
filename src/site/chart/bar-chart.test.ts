import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { BarChart } from './bar-chart.tsx'
import { ChartTable } from './chart-table.tsx'

const hostile = '"><script>alert(1)</script>'
const chart = {
  title: 'Requests per day & rejections',
  categories: ['2026-07-01', '2026-07-02', hostile],
  series: [
    { name: 'Requests', values: [1234, 0, 7] },
    { name: hostile, values: [2, 1] },
  ],
}

describe('BarChart', () => {
  const html = renderToString(h(BarChart, chart))

  it('has a name, a description and a tooltip for each bar', () => {
    const [svg = ''] = html.match(/<svg class="chart wide".*?<\/svg>/s) ?? []
    expect(svg).toMatch(/role="img" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/)
    const [, name, description] =
      svg.match(/aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/) ?? []
    expect(svg).toContain(`<title id="${name}">Requests per day &amp; rejections</title>`)
    expect(svg).toContain(`<desc id="${description}">Bars for 2026-07-01, 2026-07-02, `)
    expect(svg).toContain('<title>2026-07-01, Requests: 1,234</title>')
    // A bar of height 0 is not drawn.
    expect(svg.match(/<path class="bar"/g)).toHaveLength(4)
  })

  it('draws the bars of many categories as one path for each series', () => {
    const values = Array.from({ length: 30 }, (_, day) => day)
    const categories = values.map(String)
    const many = {
      title: 'Many',
      categories,
      series: [
        { name: 'A', values },
        { name: 'B', values },
      ],
    }
    const dense = renderToString(h(BarChart, { ...many, small: true }))
    const outlines = [...dense.matchAll(/<path class="bar" fill="url\(#[^)]+\)" d="([^"]+)"/g)]
    // A bar of height 0 is not drawn.
    expect(outlines.map(([, d = '']) => d.match(/M/g)?.length)).toEqual([29, 29])
  })

  it('uses unique ids, and refers only to existing ones', () => {
    const twice = renderToString(h('div', {}, h(BarChart, chart), h(BarChart, chart)))
    const ids = [...twice.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const used = [...twice.matchAll(/url\(#([^)]+)\)|aria-\w+by="([^"]+)"/g)]
    expect(used.length).toBeGreaterThan(10)
    for (const [, fill, label] of used) expect(ids).toContain(fill ?? label)
  })

  it('uses classes only, because the content security policy forbids inline styles', () => {
    expect(html).not.toMatch(/ style=|<style/)
    expect(html).toContain('class="series-2"')
  })

  it('escapes its texts', () => {
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script')
  })

  it('has no legend for one series', () => {
    const [first] = chart.series
    const one = { ...chart, series: first === undefined ? [] : [first] }
    expect(renderToString(h(BarChart, one))).not.toContain('class="legend"')
    expect(html.match(/<li>/g)).toHaveLength(2)
  })
})

describe('ChartTable', () => {
  it('has the values of the chart', () => {
    const html = renderToString(h(ChartTable, { ...chart, categoryName: 'Day' }))
    const cells = [...html.matchAll(/<t[dh] [^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(cells).toEqual([
      'Day',
      'Requests',
      expect.stringContaining('&lt;script'),
      ...['2026-07-01', '1,234', '2'],
      ...['2026-07-02', '0', '1'],
      ...[expect.stringContaining('&lt;script'), '7', '0'],
    ])
    expect(html).not.toContain('<script')
  })
})
