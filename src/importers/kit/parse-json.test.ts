import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { lineAt, parseJson, pointerStep } from './parse-json.ts'

const text = '{\n  "a": [\n    1,\n    {"b/c~": true}\n  ],\n  "d": null\n}\n'

describe('parseJson', () => {
  it('returns the line of every value, and of the parent of a missing value', () => {
    const lines = ['', '/a', '/a/0', '/a/1', `/a/1${pointerStep('b/c~')}`, '/d', '/a/9/x', '/z']
    expect(lines.map((pointer) => lineAt(text, pointer))).toEqual([1, 2, 3, 4, 4, 6, 2, 1])
  })

  it('accepts every JSON text, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, indent) => {
        const value: unknown = JSON.parse(json)
        const parsed = parseJson(JSON.stringify(value, null, indent))
        expect(parsed.ok && JSON.stringify(parsed.value)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('rejects exactly the texts that JSON.parse rejects, and does not crash', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '.5',
      'e3',
      'true',
      'nul',
      '\\',
      '\\u00e9',
      '\n',
      ' ',
      '\u0001',
      '01',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const broken = pieces.join('')
        expect(parseJson(broken).ok).toBe(isJson(broken))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'is not valid JSON: expected a name in double quotes, found "}"'],
    ['{"a" 1}', 1, 6, 'is not valid JSON: expected \':\' after the name, found "1"'],
    ['[1\n2]', 2, 1, "is not valid JSON: expected ',' or ']', found \"2\""],
    ['["a', 1, 2, 'is not valid JSON: a string has no closing double quote'],
    ['["\\x"]', 1, 2, 'is not valid JSON: a string contains an unknown escape'],
    [
      '["a\\tb", "\t"]',
      1,
      10,
      'is not valid JSON: a string contains a control character that is not escaped',
    ],
    ['{"a": [1}', 1, 9, "is not valid JSON: expected ',' or ']', found \"}\""],
    ['{oops: 1}', 1, 2, 'is not valid JSON: expected a name in double quotes, found "o"'],
    ['[1 nul]', 1, 4, "is not valid JSON: expected ',' or ']', found \"n\""],
    ['[1', 1, 3, "is not valid JSON: expected ',' or ']', found the file ends"],
    ['', 1, 1, 'is not valid JSON: expected a value, found the file ends'],
    ['[1, // one\n2]', 1, 5, 'is not valid JSON: expected a value, found "/"'],
    ['[1] 2', 1, 5, 'is not valid JSON: expected the end of the file, found "2"'],
  ])('rejects %j with line, column and reason', (broken, line, column, reason) => {
    expect(parseJson(broken)).toEqual({ ok: false, line, column, reason, isTooLarge: false })
  })

  it.each([
    ['nested deeper than 200 levels', '['.repeat(100_000), 1, 202],
    ['nested deeper than 200 levels', `{"\\\\": "\\"",\n"a": ${'['.repeat(201)}1`, 2, 206],
    ['has more than 5000000 values', `[\n${'1,'.repeat(5_000_000)}`, 2, 9_999_998],
  ])('rejects a text that %s without parsing it', (reason, large, line, column) => {
    const parse = vi.spyOn(JSON, 'parse')
    const found = parseJson(large)
    expect(found).toMatchObject({ ok: false, line, column, isTooLarge: true })
    expect(found).toHaveProperty('reason', expect.stringContaining(reason))
    expect(parse).not.toHaveBeenCalled()
  })

  it.each(['[]', '[[[', '}]{', '\\"[', 'é"'])(
    'does not count brackets and commas in strings such as %j',
    (part) => {
      const value = [part.repeat(300), { [part.repeat(300)]: ','.repeat(5_000_000) }]
      expect(parseJson(JSON.stringify(value))).toEqual({ ok: true, value })
    },
  )
})

function isJson(candidate: string): boolean {
  try {
    JSON.parse(candidate)
    return true
  } catch {
    return false
  }
}
