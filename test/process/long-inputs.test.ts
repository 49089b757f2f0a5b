import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyForEmail } from '../../src/access/keys.ts'
import { isCalendarDate, isTimeZone } from '../../src/core/calendar-date.ts'
import { systemClock } from '../../src/core/clock.ts'
import { foldCase, foldText } from '../../src/core/fold.ts'
import { hashKey, isKeyShaped } from '../../src/core/key-format.ts'
import { Cursors } from '../../src/http/cursor.ts'
import { coerceQuery, parseQuery, quote } from '../../src/http/query.ts'
import { describeRequest, sanitizePath } from '../../src/http/transport.ts'
import { findReportNumbers, ownReportNumber } from '../../src/importers/escribe/agenda.ts'
import { parseBylawList } from '../../src/importers/escribe/bylaws.ts'
import { parseResult } from '../../src/importers/escribe/motion-texts.ts'
import { cleanLine, cleanText } from '../../src/importers/kit/clean-text.ts'
import { nameForm, parseWrittenName } from '../../src/importers/kit/person-names.ts'
import { toSlug } from '../../src/importers/load/ids.ts'
import { checkRecord } from '../../src/importers/record-check.ts'
import { parseQuery as parseSearch } from '../../src/store/search/query-terms.ts'
import { freshStore } from '../support/database/fresh-store.ts'
import { type Service, startService } from '../support/service/service.ts'

// With a backtracking regular expression or nested loops, one of these texts takes time quadratic in its length:
// minutes instead of milliseconds. The time is not measured, because such code exceeds the time limit of every test.

const length = 200_000
const cut = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const pieces = [
  ...[
    'a',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '"',
    '""',
    '" ',
    "'",
    '-',
    '- ',
    '.',
    ',',
    ', ',
    ';',
    ':',
    '(',
    ')',
    '()',
    '[',
    '{',
  ],
  ...[
    '%',
    '%4',
    '%41',
    '%zz',
    '%c3',
    '%c3%a9',
    '%00',
    '+',
    '&',
    '=',
    '&=',
    'a&',
    'a=1&',
    '&&',
    '?',
    '/',
    '/..',
    '#',
    '@',
  ],
  ...[
    'a@',
    'a.',
    '.@',
    '<',
    '<a',
    '<a ',
    '<br',
    '<br ',
    '</',
    '<b>',
    '<a b="',
    '<!--',
    '<style>',
    '<a@b>',
    '&#',
    '&#x',
    '&#1;',
    '&amp',
    '&a',
    'é',
    'e\u0301',
    '\u0301',
    'İ',
    'ﬃ',
  ],
  ...[
    '0',
    '9',
    '1-',
    '2024-',
    '2024-01-01',
    '2024-1 ',
    'ACS2024-A',
    'ACS2024-A -',
    ' - A',
    'OPLB-',
    'chair ',
    'chair: ',
  ],
  ...[
    'A.',
    'A. ',
    'Mr. ',
    '(5 to 7)',
    ' (5 to',
    'W/"',
    'W/"x",',
    'handling=',
    'handling = ',
    ',\t',
    'rv_',
    '😀',
    '\ud800',
  ],
]
/** Suffixes that make a pattern fail after it has matched everything before them. */
const suffixes = ['', '!@', '\n\u0000"']
const texts = pieces.flatMap((piece) => suffixes.map((suffix) => cut(piece) + suffix))

const cursors = new Cursors('secret')
const allowRejection = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ApiError') throw error
  }
}

const parsers: Record<string, (text: string) => unknown> = {
  parseSearch,
  parseQuery: (text) => coerceQuery(parseQuery(text), {}, false),
  'parseQuery, strictly': (text) => allowRejection(() => coerceQuery(parseQuery(text), {}, true)),
  'parseQuery, of numbers': (text) =>
    allowRejection(() =>
      coerceQuery({ n: text, b: text }, { n: { type: 'integer' }, b: { type: 'boolean' } }, false),
    ),
  quote,
  'Cursors.decode': (text) => allowRejection(() => cursors.decode(text, 'scope')),
  'Cursors.decode, of a long payload': (text) =>
    allowRejection(() => cursors.decode(`${text}.${'A'.repeat(22)}`, 'scope')),
  sanitizePath,
  'sanitizePath, before a query': (text) => sanitizePath(`/api/${text}?${text}`),
  describeRequest: (text) => describeRequest('GET', text),
  isKeyShaped: (text) => isKeyShaped(text) || isKeyShaped(`rv_${text}`),
  hashKey,
  isCalendarDate,
  isTimeZone,
  foldCase,
  foldText,
  cleanText,
  cleanLine,
  parseWrittenName,
  nameForm,
  parseResult,
  parseBylawList,
  findReportNumbers,
  ownReportNumber,
  toSlug: (text) => toSlug(text, 'fallback'),
  checkRecord: (text) => [
    checkRecord('person', {
      kind: 'person',
      key: text,
      name: text,
      image_url: text,
      birth_date: text,
    }),
    checkRecord('meeting', {
      kind: 'meeting',
      key: text,
      title: text,
      date: text,
      start_time: text,
    }),
    checkRecord('motion', { [text]: text, kind: text }),
  ],
}

describe('200,000 hostile characters', () => {
  it.each(Object.keys(parsers))('are parsed in linear time by %s', (name) => {
    for (const text of texts) parsers[name]?.(text)
    expect(texts.every((text) => text.length >= length)).toBe(true)
  })

  it('are not e-mail addresses', async () => {
    const { store, remove } = await freshStore()
    for (const text of ['a@', '.', 'a.', '@.'].map((piece) => `a@${cut(piece)}@`)) {
      const made = createKeyForEmail(store, { email: text, name: null, keysMax: 1 }, systemClock)
      await expect(made).rejects.toThrow('is not an e-mail address')
    }
    await remove()
  })
})

describe('the longest hostile input that a request can have', () => {
  let service: Service

  beforeAll(async () => {
    service = await startService()
  })

  afterAll(() => service.stop())

  const headers = [
    'if-none-match',
    'prefer',
    'accept-encoding',
    'accept',
    'origin',
    'content-type',
    'x-api-key',
  ]
  it.each(headers)('is parsed in linear time in the header %s', async (name) => {
    const printable = pieces.filter((piece) => /^[\x21-\x7e][\x20-\x7e]*$/.test(piece))
    for (const piece of printable) {
      const value = `${cut(piece).slice(0, 12_000).trim()}!`
      const { status } = await service.v1('people', { headers: { [name]: value } })
      expect([200, 304, 401]).toContain(status)
    }
  })

  it('is parsed in linear time in a path', async () => {
    for (const piece of ['%', '%c3', '%41', '/', ';', 'a', '%2f', '..%2f']) {
      const path = cut(piece).slice(0, 7000)
      const { status } = await service.call(`/api/ocd/pemberley/people/x${path}`)
      expect(status).toBe(404)
    }
  })
})
