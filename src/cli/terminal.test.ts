import { describe, expect, it } from 'vitest'
import { bounded, printable } from './terminal.ts'

describe('what a command prints', () => {
  it.each([
    ['\u001b[2Jgone', '\\u001b[2Jgone'],
    ['\u009b31mred\u0007', '\\u009b31mred\\u0007'],
    ['done\rfake', 'done\\u000dfake'],
    ['a\u202efdp.exe\u2066', 'a\\u202efdp.exe\\u2066'],
    ['one\u2028two\u0000\u007f', 'one\\u2028two\\u0000\\u007f'],
    ['a\tb\nc,d\r\ne\r', 'a\tb\nc,d\r\ne\r'],
    ['Élodie 市', 'Élodie 市'],
  ])('has no control of a terminal: %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('is the same JSON value', () => {
    const value = { name: '\u001b]0;x\u0007 \u009b \u202e \u2028' }
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
  })

  it('has no long line in a message', () => {
    const lines = bounded(`head\n${'column, '.repeat(300_000)}\nend`).split('\n')
    expect(lines.map(({ length }) => length)).toEqual([4, 4001, 3])
  })
})
