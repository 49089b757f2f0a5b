import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { InvalidSource } from '../source.ts'
import { mayoralDecisionsPage } from './page.ts'
import { mayoralDecisionsCsv } from './table.ts'

const mapping = {
  source: 'decisions',
  columns: {
    number: 'Numéro',
    date: 'Date',
    subject: 'Objet',
    kind: 'Type',
    document_url: 'Lien',
    override_motion_number: 'Résolution',
    council_response: 'Suite',
  },
}

async function readTable(rows: readonly string[], more = {}) {
  const filled = rows.map((row) => row + ','.repeat(7 - row.split(',').length))
  const csv = ['Numéro,Date,Objet,Type,Lien,Résolution,Suite', ...filled].join('\n')
  const folder = await writeFolder({ 'table.csv': csv, 'map.json': { ...mapping, ...more } })
  return collectItems(mayoralDecisionsCsv, join(folder, 'table.csv'), {
    map: join(folder, 'map.json'),
  })
}

async function readPage(html: string, map?: object) {
  const folder = await writeFolder({ 'page.html': html, 'map.json': map ?? {} })
  const options = map === undefined ? {} : { map: join(folder, 'map.json') }
  return collectItems(mayoralDecisionsPage, join(folder, 'page.html'), options)
}

const linesOf = ({ of }: Awaited<ReturnType<typeof readPage>>) =>
  of('mayoral_decision').map(({ number, date, decision_kind: kind, subject }) => [
    ...[number, date, kind, subject],
  ])

describe('a table of decisions', () => {
  it('has the kinds of its words, in two languages, and others by the mapping', async () => {
    const found = await readTable(
      [
        '1,2026-01-05,Trottoirs,Directive écrite',
        '2,2026-01-06,Clôtures,Veto',
        '3,2026-01-07,Budget de 2026,Absence de veto',
        '4,2026-01-08,Directrice générale,Nomination',
        '5,2026-01-09,Arbres,Ordre du matin',
        '6,2026-01-10,Vélos,Zèle',
      ],
      { kind_words: { 'Ordre du matin': 'direction' } },
    )
    expect(linesOf(found).map(([, , kind]) => kind)).toEqual([
      ...['direction', 'veto', 'no_veto', 'appointment', 'direction', 'other'],
    ])
    expect(found.of('mayoral_decision').at(-1)?.stated_kind).toBe('Zèle')
    expect([found.errors, found.warnings]).toEqual([[], []])
  })

  it('keeps both decisions of a number, one of two equal rows, and none without a subject', async () => {
    const found = await readTable([
      '2026-1,2026-01-05,Trottoirs,Directive',
      '2026-1,2026-02-05,Clôtures,Directive',
      '2026-2,2026-02-05,Arbres,Directive',
      '2026-2,2026-02-05,Arbres,Directive',
      '2026-3,2026-02-06,,Directive',
    ])
    expect(found.of('mayoral_decision').map(({ number }) => number)).toEqual([
      ...['2026-1', '2026-1', '2026-2'],
    ])
    expect(new Set(found.records.map(({ record }) => record.key)).size).toBe(3)
    expect(found.warnings.map(({ reason }) => reason)).toEqual([
      'has no subject; it is omitted',
      'is in the table more than once, the same; imported once',
    ])
  })

  it('has no date whose order is not stated', async () => {
    const found = await readTable([
      '1,03/09/2026,Trottoirs,Directive',
      '2,9 mars 2026,Arbres,Directive',
    ])
    expect(found.errors.map(({ location, reason }) => [location, reason])).toEqual([
      [
        'table.csv:2',
        '"03/09/2026" is not a date in the order ymd; set "date_order" of the mapping to mdy or dmy',
      ],
    ])
    expect(linesOf(found)).toContainEqual(['2', '2026-03-09', 'direction', 'Arbres'])
  })

  it('has the by-law that its subject names, if that is one, and what council did', async () => {
    const found = await readTable([
      '1,2026-01-05,Veto of By-law No. 2026-31,Veto,https://town.example/1.pdf,C-7,Overridden',
      '2,2026-01-06,Veto of By-laws 2026-31 and By-law 2026-32,Veto',
      '3,2026-01-07,Règlement numéro RM-12 sur les clôtures,Veto',
    ])
    expect(found.of('mayoral_decision').map((one) => one.bylaw_number)).toEqual([
      ...['2026-31', null, 'RM-12'],
    ])
    expect(found.of('mayoral_decision')[0]).toMatchObject({
      document_url: 'https://town.example/1.pdf',
      override_motion_number: 'C-7',
      council_response: 'Overridden',
    })
  })

  it('needs a mapping with a column of subjects', async () => {
    await expect(collectItems(mayoralDecisionsCsv, 'table.csv')).rejects.toThrow(/needs --map/)
    await expect(readTable([], { columns: { number: 'Numéro' } })).rejects.toThrow(
      /set "columns.subject"/,
    )
  })
})

const row = (...cells: string[]) => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`
const head = (...cells: string[]) => `<tr>${cells.map((one) => `<th>${one}</th>`).join('')}</tr>`

describe('a page of decisions', () => {
  it('of a town with a table for each year has the rows of all', async () => {
    const found = await readPage(
      `<h1>Mayoral decisions</h1><table><tr><td>Menu</td></tr></table>
      <h2>2026</h2><table>
        ${head('Decision Number', 'Date Issued', 'Subject')}
        ${row('MD-2026-02', 'March 9, 2026', '<a href="https://a.example/2.pdf">Veto of By-law 2026-14</a>')}
        ${row('MD-2026-01', 'Jan. 15th, 2026', 'Direction to staff: sidewalks')}
      </table>
      <h2>2025</h2><table><thead>${head('Decision&nbsp;Number', 'Date Issued', 'Subject')}</thead>
        ${row('MD-2025-09', 'Monday, December 1, 2025', 'The Mayor will not veto By-law 2025-80')}
      </table>`,
    )
    expect(linesOf(found)).toEqual([
      ['MD-2026-02', '2026-03-09', 'veto', 'Veto of By-law 2026-14'],
      ['MD-2026-01', '2026-01-15', 'direction', 'Direction to staff: sidewalks'],
      ['MD-2025-09', '2025-12-01', 'no_veto', 'The Mayor will not veto By-law 2025-80'],
    ])
    expect(found.of('mayoral_decision')[0]).toMatchObject({
      bylaw_number: '2026-14',
      document_url: 'https://a.example/2.pdf',
      stated_kind: null,
    })
    expect(found.warnings).toEqual([])
  })

  it('of a town with numbers for dates has their only possible order', async () => {
    const table = (...dates: string[]) =>
      `<table>${head('No.', 'Title', 'Type', 'Date')}${dates
        .map((date, at) => row(String(at + 1), `Matter ${at}`, 'Written Direction', date))
        .join('')}</table>`
    const clear = await readPage(table('2/3/2026', '2/17/2026', '4/4/2026'))
    expect(linesOf(clear).map(([, date]) => date)).toEqual([
      ...['2026-02-03', '2026-02-17', '2026-04-04'],
    ])
    const unclear = await readPage(table('2/3/2026', '4/4/2026', 'soon'))
    expect(linesOf(unclear).map(([, date]) => date)).toEqual([null, '2026-04-04', null])
    expect(unclear.warnings.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^has the date "2\/3\/2026", of which the page does not say/),
      expect.stringMatching(/^has the date "soon", which is not a date/),
    ])
    const stated = await readPage(table('2/3/2026'), { source: 's', date_order: 'dmy' })
    expect(linesOf(stated)).toEqual([['1', '2026-03-02', 'direction', 'Matter 0']])
  })

  it('of a town in French, with a caption, a year and two-column cells, has its rows', async () => {
    const found = await readPage(
      `<table><tr><td colspan="4">Décisions de la mairesse</td></tr>
        ${head('N° de décision', 'Objet', 'Date de la décision', 'Document')}
        <tr><td colspan="4">2026</td></tr>
        ${row('D-4', 'Nomination de la directrice générale', '1er avril 2026', '<a href="/d/4.pdf">PDF</a>')}
        ${row('D-3', 'Directive sur le déneigement', 'le 9 mars 2026', '')}
      </table>`,
      { source: 's', url: 'https://ville.example/mairie/decisions' },
    )
    expect(linesOf(found)).toEqual([
      ['D-4', '2026-04-01', 'appointment', 'Nomination de la directrice générale'],
      ['D-3', '2026-03-09', 'direction', 'Directive sur le déneigement'],
    ])
    expect(found.of('mayoral_decision')[0]?.document_url).toBe('https://ville.example/d/4.pdf')
  })

  it('without such a table is rejected with the headers that were found', async () => {
    const page = `<table>${head('Name', 'Phone')}${row('Clerk', '555-0100')}</table>`
    const read = readPage(page)
    await expect(read).rejects.toBeInstanceOf(InvalidSource)
    await expect(read).rejects.toThrow(/"Decision Number".*begin with "Name", "Phone"/)
    await expect(readPage('<p>Nothing</p>')).rejects.toThrow(/it has no table/)
  })
})
