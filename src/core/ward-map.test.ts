import { describe, expect, it } from 'vitest'
import { boundsOf, mapOf } from './ward-map.ts'
import { isSameWard, wardNumber, withoutNumber } from './ward-name.ts'

describe('the map of wards', () => {
  const ring = [-76e6, 45e6, -75e6, 45e6, -75e6, 46e6, -76e6, 46e6, -76e6, 45e6]

  it('has north on top, and is as narrow as the latitude makes a degree', () => {
    const { width, height, x, y } = mapOf(boundsOf([ring]))
    expect([width, height]).toEqual([Math.ceil(600 * Math.cos((45.5 * Math.PI) / 180)), 600])
    expect([x(-76e6), y(46e6), y(45e6)]).toEqual([0, 0, 600])
  })
})

describe('the name of a ward', () => {
  it.each([
    ['14', 'Ward 14 Somerset', true],
    ['WARD 04', 'Ward 4 Northgate', true],
    ['Sainte-Odile', 'Ward 3 Sainte—Odile', true],
    ['Ward 1', 'Ward 11', false],
    ['Ward', 'District', false],
    ['Kanata North', 'Kanata South', false],
    ['Wards 1 and 5', 'Wards 3 and 4', false],
    ['Wards 1 and 5', 'Quartiers 5 et 1', true],
    ['Wards 1 and 5', 'Ward 1', true],
    ['Ward 1 & Ward 5', '05', true],
    ['Wards 1, 2 and 5', 'Ward 3', false],
    ['Wards', 'Arrondissements', false],
    ['Wards Harbour', 'Ward Harbour', true],
    ['Ward 1A', 'Ward 1B', false],
    ['Ward 1A', 'Ward 1', false],
    ['Ward 1A', 'Ward A', false],
    ['Ward 1 A', 'ward 01-a', true],
    ['Wards 1A and 2B', '1B', false],
    ['2e arrondissement', 'Ward 2', true],
    ['Ward 2E', 'Ward 2', false],
    ['3rd Ward', 'Ward 3', true],
    ['District 1, Ward 2', 'Ward 2', false],
    ['District 1, Ward 2', 'District 2, Ward 1', false],
  ])('%s is that of %s: %s', (one, other, same) => {
    expect([isSameWard(one, other), isSameWard(other, one)]).toEqual([same, same])
  })

  it('has no number if it has several', () => {
    const names = ['Wards 3 and 4', 'Ward 07', 'Ward 1a']
    expect(names.map(wardNumber)).toEqual([undefined, '7', '1A'])
  })

  it.each([
    ['Ward 2 Harbour', 'Harbour'],
    ['Ward 3 Sainte-Odile', 'Sainte-Odile'],
    ['Quartier n° 4 – Northgate', 'Northgate'],
    ['District 07', ''],
    ['1A Mill End', 'Mill End'],
    ['Kanata North', 'Kanata North'],
    ['Wards 1 and 5', 'Wards 1 and 5'],
    ['5th Avenue', '5th Avenue'],
  ])('%s is %j besides its number', (name, rest) => {
    expect(withoutNumber(name)).toBe(rest)
  })
})
