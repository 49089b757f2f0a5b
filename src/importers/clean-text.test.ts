import { expect, it } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

it.each([
  ['Fish &amp; Chips&nbsp;', 'Fish & Chips'],
  ['Caf&eacute; &Eacute;mile &#233;&#xE9;', 'Café Émile éé'],
  ['&unknown; AT&T &#0; &#99999999;', '&unknown; AT&T &#0; &#99999999;'],
  ['<p class="x">One</p><p>Two<br/>Three</p>', 'One\nTwo\nThree'],
  ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
  ['&lt;b&gt;', '<b>'],
  ['\u00a0211\u202fCentrum\u200b\u00a0', '211 Centrum'],
  ['a\u0000b\tc\r\nd\re', 'a b c\nd\ne'],
  ['\ud800', '\ufffd'],
  ['By-law  outlines\u00a0 \u00a0all', 'By-law outlines all'],
  ['the Clerk. \u00a0\n  The following', 'the Clerk.\nThe following'],
])('shows %j as %j', (value, text) => {
  expect(cleanText(value)).toBe(text)
})

it('is null where nothing is left', () => {
  expect([
    cleanText(' \u00a0<br/> '),
    cleanText(''),
    cleanText(null),
    cleanText(undefined),
  ]).toEqual([null, null, null, null])
})

it('puts a name or a title on one line with single spaces', () => {
  expect(cleanLine(' Ex Officio:  Councillor\nDavid\u00a0\u00a0Brown ')).toBe(
    'Ex Officio: Councillor David Brown',
  )
})
