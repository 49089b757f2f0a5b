import { expect, it } from 'vitest'
import { hostFamily } from './host-family.ts'

it.each([
  ['escribe', 'https://pub-ottawa.escribemeetings.com', 'escribemeetings.com'],
  ['escribe', 'https://PUB-Guelph.eScribeMeetings.com/', 'escribemeetings.com'],
  ['civicweb', 'https://wolfville.civicweb.net', 'civicweb.net'],
  ['legistar', 'https://webapi.legistar.com/v1/seattle', 'legistar.com'],
  // Not a host of the vendor.
  ['escribe', 'https://notescribemeetings.com', 'notescribemeetings.com'],
  ['escribe', 'https://meetings.example.ca', 'meetings.example.ca'],
  ['escribe', 'http://127.0.0.1:8081', '127.0.0.1:8081'],
  ['toronto', 'https://open.example.ca/term.csv', 'open.example.ca'],
  ['gone', 'https://portal.example:443/a', 'portal.example'],
  ['toString', 'https://portal.example/a', 'portal.example'],
])('%s at %s has the hosts of %s', (importer, location, family) => {
  expect(hostFamily(importer, location)).toBe(family)
})
