import { expect, it } from 'vitest'
import { isEmailAddress } from './web-url.ts'

it.each([
  'ann@town.example',
  "o'brien@town.example",
  'ann+minutes@town.example',
  'ann.b-c_d@sub.town.example',
  'ann..b@mobile.example',
  'a&b@town.example',
  '1@2.example',
  'ann@xn--fsq.example',
  'ann@mairie.québec',
  'josé@municipalité.example',
  'ann@town.photography',
  `${'m'.repeat(120)}@town.example`,
])('%s is an e-mail address', (text) => expect(isEmailAddress(text)).toBe(true))

it.each([
  '"><script>alert(1)</script>@town.example',
  'ann@town',
  'ann@@town.example',
  'ann b@town.example',
  '"ann b"@town.example',
  'ann@town..example',
  'ann@-town.example',
  'ann@town-.example',
  'ann@town.example/a',
  'ann@[127.0.0.1]',
  'ann@town.example, bo@town.example',
  'Ann <ann@town.example>',
  'ann\u202e@town.example',
  '@town.example',
  'ann@',
  '',
  `${'m'.repeat(250)}@town.example`,
])('%j is not an e-mail address', (text) => expect(isEmailAddress(text)).toBe(false))

it('takes linear time', () => {
  const start = process.threadCpuUsage()
  for (const text of [`a@${'b-'.repeat(120)}`, `a@${'b.'.repeat(120)}@`, 'a.'.repeat(126)])
    for (let n = 0; n < 1000; n += 1) isEmailAddress(text)
  expect(process.threadCpuUsage(start).user).toBeLessThan(3_000_000)
})
