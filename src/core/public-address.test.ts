import { describe, expect, it } from 'vitest'
import { hideSecretsOf, publicAddress, withoutSecrets } from './public-address.ts'

describe('the public form of an address', () => {
  it.each([
    ['https://www.lakeview.example/council', 'https://www.lakeview.example/council'],
    ['www.lakeview.example', 'www.lakeview.example'],
    ['https://ada@lakeview.example/a', 'https://lakeview.example/a'],
    ['https://ada:open@lakeview.example/a', 'https://lakeview.example/a'],
    ['https://ada:o@p@en@lakeview.example', 'https://lakeview.example'],
    ['https://ada:o/p/en@lakeview.example/a', 'https://lakeview.example/a'],
    ['https://ada:80/en@lakeview.example/a', 'https://lakeview.example/a'],
    ['https://ada:o?p#en@lakeview.example/a', 'https://lakeview.example/a'],
    ['https://ada:o@p/en@lakeview.example', 'https://lakeview.example'],
    ['ada:open@lakeview.example', 'lakeview.example'],
    ['https://lakeview.example/by/@ada/x', 'https://lakeview.example/by/…'],
    ['https://lakeview.example:8080/a?mail=ada@open.example', 'https://lakeview.example:8080/a?…'],
    ['https://ada:open@lakeview.example/?mail=ada@geheim', 'https://…'],
    ['https://lakeview.example/?sid=4711xyz', 'https://lakeview.example/?…'],
    ['https://lakeview.example/a#4711xyz', 'https://lakeview.example/a#…'],
    ['lakeview.example?4711xyz', 'lakeview.example?…'],
    ['https://lakeview .example/?a b', 'https://lakeview .example/?…'],
    ['//ada:open@lakeview.example/a', '//lakeview.example/a'],
    ['/srv/tables/votes.csv', '/srv/tables/votes.csv'],
  ])('%s is %s', (address, expected) => {
    expect(publicAddress(address)).toBe(expected)
  })
})

it('hides secrets of named addresses in every message, also as a URL parser writes them', () => {
  hideSecretsOf('https://bo:pa ss/wörd@lakeview.example/votes.csv?sid=geheim 1&page=2#part-nine')
  for (const text of [
    'https://bo:pa ss/wörd@lakeview.example/votes.csv?sid=geheim 1&page=2#part-nine responded with 404',
    'the password "pa ss/wörd" is wrong',
    'geheim 1 is not a session',
    'no part-nine',
  ])
    expect(withoutSecrets(text)).not.toMatch(/pa ss|geheim|nine/)
  hideSecretsOf('https://lakeview.example/votes.csv?sid=a%20ä%22x')
  expect(withoutSecrets(new URL('https://lakeview.example/votes.csv?sid=a%20ä%22x').href)).toBe(
    'https://lakeview.example/votes.csv?…',
  )
  hideSecretsOf('https://cy:tr%C3%BCff%2Fel@lakeview.example/?key=sal%20pepper&salt=fleur+de')
  expect(withoutSecrets('trüff/el, sal pepper, fleur de')).toBe('…, …, …')
  expect(withoutSecrets('page 2 of 3')).toBe('page 2 of 3')
})
