import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { BarTable } from './bar-table.tsx'

const hostile = '"><script>alert(1)</script>'
const html = renderToString(
  h(BarTable, {
    title: 'Requests per day & rejections',
    rowName: 'Day',
    series: ['Requests', hostile],
    rows: [
      { key: '2026-07-01', values: [1500, 500] },
      { key: '2026-07-02', values: [0, 1] },
      { key: '2026-07-03', name: hostile, values: [7, 0] },
    ],
  }),
)
const cellsIn = (text: string) => [...text.matchAll(/<t[dh][^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)]

it('has the values of each row, and stacked bars in proportion to the longest', () => {
  const rows = html.split('<tr>').slice(2)
  expect(rows.map((row) => cellsIn(row).map(([, text]) => text))).toEqual([
    ['2026-07-01', '1,500', '500', ''],
    ['2026-07-02', '0', '1', ''],
    [expect.stringContaining('&lt;script'), '7', '0', ''],
  ])
  const bars = rows.map((row) =>
    [...row.matchAll(/class="(series-\d)" x="([^"]+)" width="([^"]+)"/g)].map((bar) =>
      bar.slice(1),
    ),
  )
  expect(bars).toEqual([
    [
      ['series-1', '0%', '75%'],
      ['series-2', '75%', '25%'],
    ],
    [['series-2', '0%', '0.1%']],
    [['series-1', '0%', '0.4%']],
  ])
})

it('says in its head what the colours are', () => {
  const [head = ''] = html.split('<tbody>')
  const swatches = [...head.matchAll(/<rect class="(series-\d)"[^>]*><\/rect><\/svg>([^<]+)/g)]
  expect(swatches.map(([, class_, name]) => [class_, name])).toEqual([
    ['series-1', 'Requests'],
    ['series-2', expect.stringContaining('&lt;script')],
  ])
})

it('escapes its texts, and has no inline style, which the content security policy forbids', () => {
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/ style=|<style/)
  expect(html).toContain('<caption>Requests per day &amp; rejections</caption>')
})
