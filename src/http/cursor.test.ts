import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cursors, cutPage, type Position } from './cursor.ts'
import { ApiError } from './errors.ts'

const cursors = new Cursors('a secret')
const positions = fc.array(fc.oneof(fc.integer(), fc.string({ unit: 'binary' })), { maxLength: 4 })

describe('cursors', () => {
  it('return the position that they were created from', () => {
    fc.assert(
      fc.property(positions, fc.string(), (position: Position, scope) => {
        expect(cursors.decode(cursors.encode(position, scope), scope)).toEqual(position)
      }),
    )
  })

  it('need no escaping in a URL', () => {
    fc.assert(
      fc.property(positions, (position: Position) => {
        const token = cursors.encode(position, 'list')
        expect(encodeURIComponent(token)).toBe(token)
      }),
    )
  })

  it('are undefined for a first page', () => {
    expect(cursors.decode(undefined, 'list')).toBeUndefined()
  })

  it('are equal for equal positions, and differ for others', () => {
    const token = cursors.encode(['2024-01-01', 7], 'list')
    expect(cursors.encode(['2024-01-01', 7], 'list')).toBe(token)
    expect(cursors.encode(['2024-01-01', 8], 'list')).not.toBe(token)
    expect(cursors.encode(['2024-01-01', '7'], 'list')).not.toBe(token)
  })

  it('are rejected with another scope or another secret', () => {
    const token = cursors.encode(['2024-01-01', 7], 'list')
    const decode = (of: Cursors, scope: string) => () => of.decode(token, scope)
    expect(decode(cursors, 'other')).toThrow(ApiError)
    expect(decode(cursors, 'list\n')).toThrow(ApiError)
    expect(decode(new Cursors('another secret'), 'list')).toThrow(ApiError)
    expect(decode(cursors, 'list')()).toEqual(['2024-01-01', 7])
  })

  it('are rejected with VALIDATION_ERROR if they are any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (token) => {
        expect(() => cursors.decode(token, 'list')).toThrow(
          expect.objectContaining({ code: 'VALIDATION_ERROR' }),
        )
      }),
    )
  })

  it('are rejected if one character is changed', () => {
    const token = cursors.encode(['2024-01-01', 7], 'list')
    const others = fc.constantFrom(...'ABCabc019-_=.~ ')
    fc.assert(
      fc.property(fc.nat(token.length - 1), others, (index, other) => {
        fc.pre(token[index] !== other)
        const altered = token.slice(0, index) + other + token.slice(index + 1)
        expect(() => cursors.decode(altered, 'list')).toThrow(ApiError)
      }),
    )
  })
})

describe('cutting a page', () => {
  it('returns at most one page, and a cursor after its last row if there are more rows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (rows, perPage) => {
        const page = cutPage(rows, perPage, (last) => `after ${last}`)
        expect(page.rows).toEqual(rows.slice(0, perPage))
        const last = rows[perPage - 1]
        expect(page.nextCursor).toBe(rows.length > perPage ? `after ${last}` : null)
      }),
    )
  })
})
