import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { SourceError } from '../source.ts'
import { bundle } from './index.ts'

const municipality = {
  slug: 'ottawa',
  name: 'City of Ottawa',
  division_id: 'ocd-division/country:ca/csd:3506008',
  time_zone: 'America/Toronto',
  url: 'https://ottawa.ca',
}
const source = { name: 'town', url: 'https://town.example', licence: 'CC0-1.0' }
const head = { format: 'reeve-bundle', version: 1, municipality, source }
const bundleOf = (files: Record<string, unknown>) => writeFolder({ 'bundle.json': head, ...files })
const problemsOf = async (files: Record<string, unknown>) =>
  (await collectItems(bundle, await bundleOf(files))).errors.map(
    ({ location, reason }) => `${location} ${reason}`,
  )

describe('a bundle', () => {
  it('names its source and its municipality', async () => {
    const { opened, items } = await collectItems(bundle, await bundleOf({}))
    const { slug: _, ...expected } = municipality
    expect(opened).toMatchObject({ ...source, municipality: expected, expected: null })
    expect(items).toEqual([])
  })

  it('reports how much of it has been read', async () => {
    const opened = await bundle.open(
      await bundleOf({ 'people.ndjson': '{"key":"a"}\n{"key":"é"}\n', 'matters.ndjson': '{}\n' }),
    )
    const parts: (number | undefined)[] = [opened.progress?.()]
    for await (const _ of opened.items) parts.push(opened.progress?.())
    expect(parts).toEqual([0, 12 / 28, 25 / 28, 1])
  })

  it('takes the kind from the file and the location from the line', async () => {
    const lines = '{"key":"a","name":"A"}\n\n  \n{"kind":"organization","key":"b","name":"B"}'
    const { records } = await collectItems(
      bundle,
      await bundleOf({ 'organizations.ndjson': lines }),
    )
    expect(records).toEqual([
      { location: 'organizations.ndjson:1', record: { kind: 'organization', key: 'a', name: 'A' } },
      { location: 'organizations.ndjson:4', record: { kind: 'organization', key: 'b', name: 'B' } },
    ])
  })

  it('accepts a byte order mark, CRLF and a last line without a line break', async () => {
    const lines = '\ufeff{"key":"é"}\r\n\r\n{"key":"b"}'
    const { records, errors } = await collectItems(
      bundle,
      await bundleOf({ 'people.ndjson': lines }),
    )
    expect(errors).toEqual([])
    expect(records.map(({ record }) => record.key)).toEqual(['é', 'b'])
  })

  it('passes on a record without validating it', async () => {
    const { records } = await collectItems(
      bundle,
      await bundleOf({ 'motions.ndjson': '{"odd":1}' }),
    )
    expect(records.map(({ record }) => record)).toEqual([{ kind: 'motion', odd: 1 }])
  })
})

describe('a bundle with odd content', () => {
  const warningsOf = async (files: Record<string, unknown>) =>
    (await collectItems(bundle, await bundleOf(files))).warnings.map(({ reason }) => reason)

  it.each([
    [
      'meetings.ndjson',
      { start_time: '19:00', end_time: '01:30' },
      'ends at 01:30, before it starts at 19:00: recorded as ending on the next day',
    ],
    [
      'memberships.ndjson',
      { start_date: '2024-11-20', end_date: '2020-11-18' },
      'end_date is 2020-11-18, before start_date, which is 2024-11-20: recorded as written',
    ],
    [
      'people.ndjson',
      { birth_date: '1980-01-01', death_date: '1979-01-01' },
      'death_date is 1979-01-01, before birth_date, which is 1980-01-01: recorded as written',
    ],
    [
      'meetings.ndjson',
      { date: '2199-01-01', status: 'completed' },
      'status is "completed", but 2199-01-01 is in the future: recorded as written',
    ],
    [
      'motions.ndjson',
      { tally: { for: 0, against: 2 }, votes: [{ name: 'Vera Ng', value: 'For' }] },
      'tally.for is 0, but 1 person votes For',
    ],
    [
      'motions.ndjson',
      { candidates: [{ name: 'Vera Ng' }] },
      'has candidates, but motion_kind is not "election"',
    ],
    [
      'motions.ndjson',
      {
        ...{ motion_kind: 'election', candidates: [{ name: 'Vera Ng' }] },
        votes: [{ name: 'Pat Twin', value: 'Other', candidate: 'V. Ng' }],
      },
      'Pat Twin votes for "V. Ng", who is not among the candidates',
    ],
    [
      'motions.ndjson',
      { result: 'Lost' },
      '"Lost" (once) is not known as carried, defeated or neither: shown as written, and it counts as neither',
    ],
    [
      'matters.ndjson',
      { description: 'See <script>alert(1)</script>' },
      'contains HTML such as <script>; texts are plain text and are shown as written',
    ],
  ])('has a warning in %s for %j', async (name, fields, reason) => {
    expect(await warningsOf({ [name]: JSON.stringify({ key: 'a', ...fields }) })).toContain(reason)
  })

  it('counts a result of unclear meaning once for each word, except the words of an election', async () => {
    const results = ['Lost', 'Lost', 'Adoptée', 'Reportée', 'DEFEATED', "Adoptée à l'unanimité"]
    const lines = results.map((result, index) => JSON.stringify({ key: `m-${index}`, result }))
    const election = { key: 'e', motion_kind: 'election', result: 'Raj Singh elected' }
    const file = [...lines, JSON.stringify(election)].join('\n')
    expect(await warningsOf({ 'motions.ndjson': file })).toEqual([
      expect.stringMatching(/^"Lost" \(2 times\) is not known/),
    ])
  })

  it('has no warning for a tally larger than the votes by name, or for a comparison', async () => {
    const motion = { key: 'a', tally: { for: 3, against: 1 }, text: 'If a < b and c > d' }
    const votes = [{ name: 'Vera Ng', value: 'For' }]
    expect(await warningsOf({ 'motions.ndjson': JSON.stringify({ ...motion, votes }) })).toEqual([])
  })

  it('takes today from the clock and the time zone of the municipality', async () => {
    const meeting = { key: 'a', date: '2026-05-12', status: 'completed' }
    const folder = await bundleOf({ 'meetings.ndjson': JSON.stringify(meeting) })
    const warned = async (now: string) => {
      const clock = { now: () => Date.parse(now), monotonic: () => 0 }
      const types: string[] = []
      for await (const { type } of (await bundle.open(folder, { clock })).items) types.push(type)
      return types.includes('warning')
    }
    expect(await warned('2026-05-12T03:59:00Z')).toBe(true)
    expect(await warned('2026-05-12T04:00:00Z')).toBe(false)
  })

  it('has no warning for a scheduled meeting, or for a seat of one day', async () => {
    const meeting = { key: 'a', date: '2199-01-01', status: 'scheduled' }
    const seat = { key: 'a', start_date: '2024-11-20', end_date: '2024-11-20' }
    const files = { 'meetings.ndjson': meeting, 'memberships.ndjson': seat }
    const lines = Object.entries(files).map(([name, line]) => [name, JSON.stringify(line)])
    expect(await warningsOf(Object.fromEntries(lines))).toEqual([])
  })

  it('is rejected for a person who votes twice', async () => {
    const votes = ['For', 'Against'].map((value) => ({ person_key: 'p-ng', name: 'V. Ng', value }))
    expect(await problemsOf({ 'motions.ndjson': JSON.stringify({ key: 'a', votes }) })).toEqual([
      'motions.ndjson:1 p-ng votes more than once',
    ])
  })

  it('is rejected once for a file with formatted JSON', async () => {
    const lines = JSON.stringify([{ key: 'a' }, { key: 'b' }], null, 2)
    expect(await problemsOf({ 'people.ndjson': lines })).toEqual([
      'people.ndjson:1 must have one whole record on each line, not JSON over several lines; `jq -c` writes it so',
    ])
  })

  it.each([1, 2])('is read in version %i', async (version) => {
    const folder = await bundleOf({ 'bundle.json': { ...head, version } })
    await expect(collectItems(bundle, folder)).resolves.toMatchObject({ items: [] })
  })
})

describe('an invalid file of a bundle', () => {
  it.each([
    ['{"a":}', 'is not valid JSON: expected a value, found "}" at column 6'],
    ['[1]', 'must be a JSON object, one record on each line'],
    ['null', 'must be a JSON object, one record on each line'],
    ['"x"', 'must be a JSON object, one record on each line'],
    [
      '{"kind":"motion","key":"m"}',
      'kind must be "meeting" in the file of meetings; found "motion"',
    ],
    [
      '{"kind":{"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},"key":{"toString":1}}',
      'kind must be "meeting" in the file of meetings; found {"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
    ],
    [
      `{"key":"a","title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'is nested deeper than 200 levels',
    ],
    [
      `{"key":"a","title":${'{"a":'.repeat(200_000)}`,
      'is nested deeper than 200 levels at column 1020',
    ],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'is not valid UTF-8'],
  ])('is rejected with file and line: %j', async (line, reason) => {
    const lines = Buffer.concat([Buffer.from('{"key":"a"}\n'), Buffer.from(line)])
    expect(await problemsOf({ 'meetings.ndjson': lines })).toEqual([`meetings.ndjson:2 ${reason}`])
  })

  it('is read to its end after an invalid line', async () => {
    const lines = '{"key":1\n{"key":"b"}\n{"key":\n{"key":"d"}'
    const { records, errors } = await collectItems(
      bundle,
      await bundleOf({ 'matters.ndjson': lines }),
    )
    expect(records.map(({ location }) => location)).toEqual([
      'matters.ndjson:2',
      'matters.ndjson:4',
    ])
    expect(errors.map(({ location }) => location)).toEqual(['matters.ndjson:1', 'matters.ndjson:3'])
  })

  it('is rejected with every invalid line', async () => {
    expect(await problemsOf({ 'matters.ndjson': '{"key":\n'.repeat(500) })).toHaveLength(500)
  })

  it('is rejected if its kind is unknown, with a list of the known files', async () => {
    expect(await problemsOf({ 'events.ndjson': '{}' })).toEqual([
      'events.ndjson is not a bundle file; bundle files are organizations.ndjson, people.ndjson, memberships.ndjson, bylaws.ndjson, matters.ndjson, meetings.ndjson, agenda_items.ndjson, motions.ndjson, actions.ndjson',
    ])
  })

  it.each(['people.jsonl', 'people.json', 'people.NDJSON', 'events.ldjson', 'people.ndjson.gz'])(
    'is rejected, not ignored, if it is called %s',
    async (name) => {
      expect(await problemsOf({ [name]: '{"key":"a","name":"A"}' })).toEqual([
        expect.stringContaining(`${name} is not a bundle file; bundle files are organizations.ndj`),
      ])
    },
  )

  it('causes a warning if it is only named like a record file', async () => {
    const folder = await bundleOf({ 'Agenda-Items.csv': '', 'people.xlsx': '', 'README.md': '' })
    const { warnings, errors } = await collectItems(bundle, folder)
    expect(errors).toEqual([])
    expect(warnings.map(({ location }) => location)).toEqual(['Agenda-Items.csv', 'people.xlsx'])
    expect(warnings[0]?.reason).toMatch(/^is not read; bundle files are organizations/)
  })

  it.each(['bundle.json', 'people.ndjson'])(
    'is rejected if %s is a symbolic link',
    async (name) => {
      const folder = await bundleOf({ 'elsewhere/people.ndjson': '{"key":"a","name":"A"}' })
      await rm(join(folder, name), { force: true })
      await symlink(join(folder, 'elsewhere/people.ndjson'), join(folder, name))
      const rejected = collectItems(bundle, folder).then(({ errors }) => errors[0]?.reason)
      expect(await rejected.catch((error: Error) => error.message)).toMatch(
        /is a symbolic link, which is not followed: replace it with its target$/,
      )
    },
  )

  it('is rejected if it cannot be read', async () => {
    expect(await problemsOf({ 'people.ndjson/inside': 'x' })).toEqual([
      'people.ndjson is not a regular file',
    ])
  })
})

describe('a folder that is not a bundle is rejected with one line', () => {
  it.each<[string, unknown, RegExp]>([
    ['a newer version', { ...head, version: 3 }, /is a bundle of version 3; versions read: 1, 2$/],
    ['another format', { ...head, format: 'x' }, /must say "format": "reeve-bundle"; found "x"$/],
    ['no object', 'null', /must say "format": "reeve-bundle"; found undefined$/],
    ['broken JSON', '{\n"format"', /bundle\.json:2:9 is not valid JSON/],
    ['no name', { ...head, source: {} }, /bundle\.json:\d+ source\.name is missing$/],
    [
      'a bad division',
      { ...head, municipality: { ...municipality, division_id: 'x' } },
      /municipality\.division_id must match/,
    ],
    ['an unknown field', { ...head, extra: 1 }, /extra is not a known field$/],
    ['invalid UTF-8', Buffer.from([0xff]), /bundle\.json is not valid UTF-8$/],
  ])('%s', async (_, content, message) => {
    const folder = await writeFolder({ 'bundle.json': content })
    await expect(bundle.open(folder)).rejects.toThrow(SourceError)
    await expect(bundle.open(folder)).rejects.toThrow(message)
  })

  it.each([
    ['a missing folder', '/nowhere/at/all', 'does not exist'],
    ['a file', 'package.json', 'is not a folder'],
    ['a folder without bundle.json', 'src/core', 'does not contain bundle.json'],
  ])('%s', async (_, location, message) => {
    await expect(bundle.open(location)).rejects.toThrow(message)
    await expect(bundle.open(location)).rejects.toThrow(SourceError)
  })
})
