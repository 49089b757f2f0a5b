import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  bundleOf,
  head,
  municipality,
  problemsOf,
  source,
} from '../../../test/support/imports/bundle.ts'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { SourceError } from '../source.ts'
import { bundle } from './index.ts'

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
      'is nested deeper than 200 levels at column 220',
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
      'events.ndjson is not a bundle file; bundle files are organizations.ndjson, people.ndjson, memberships.ndjson, bylaws.ndjson, matters.ndjson, meetings.ndjson, agenda_items.ndjson, motions.ndjson, actions.ndjson, declarations.ndjson, mayoral_decisions.ndjson',
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
    [
      'a newer version',
      { ...head, version: 3 },
      /is a bundle of version 3; the version read is 2$/,
    ],
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
