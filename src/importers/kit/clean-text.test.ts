import { expect, it } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

it.each([
  ['Fish &amp; Chips&nbsp;', 'Fish & Chips'],
  ['Caf&eacute; &Eacute;mile &#233;&#xE9;', 'Café Émile éé'],
  ['&unknown; AT&T R&D &#; &#x;', '&unknown; AT&T R&D &#; &#x;'],
  ['Mu&ntilde;oz &sect; 5, &frac12; &deg; Garc&iacute;a &copy;', 'Muñoz § 5, ½ ° García ©'],
  ['2024&#150;2025 &#146;s &#0; &#99999999;', '2024–2025 ’s \ufffd \ufffd'],
  ['https://x.example/?a=1&copy=2&sect=3', 'https://x.example/?a=1&copy=2&sect=3'],
  ['One<o:p></o:p> <o:p>&nbsp;</o:p>two<w:br/>', 'One two'],
  ['A<!-- hidden <b> -->B<![if !supportLists]>C<!DOCTYPE html>D<?xml x?>E', 'ABCDE'],
  ['<style>p { color: red }</style>A<script>if (a < b) c()</script>B', 'AB'],
  ['<xml><w:View>Normal</w:View></xml>A<xml/>B<SCRIPT src="x"></SCRIPT>C', 'ABC'],
  ['<style/>p {}</style>A', 'A'],
  [
    'One<p>Two<div>Three</div>Four<br></p><ul><li>Five<li>Six</ul>',
    'One\nTwo\nThree\nFour\nFive\nSix',
  ],
  ['<table><tr><td>1</td><td>2</td></tr><tr><th>3</th></tr></table>', '1 2\n3'],
  ['<a title="a > b" href=\'x\'>link</a>', 'link'],
  [
    'Write <clerk@x.example> or <https://x.example/a>',
    'Write <clerk@x.example> or <https://x.example/a>',
  ],
  ['if x<y then', 'if x<y then'],
  ['cut <p class="a', 'cut <p class="a'],
  ['cut </p', 'cut </p'],
  ['cut </p ', 'cut'],
  ['cut <!-- here &eacute;', 'cut <!-- here é'],
  ['cut <br /', 'cut <br /'],
  ['cut <', 'cut <'],
  ['<p align="center>One</p>Two', 'One Two'],
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

it('is null if no text remains', () => {
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

// With quadratic time in depth or in the number of tags, one of these would take minutes.
it.each(['<b>', '<p>a', '</div>', '<a b="', '<!--', '<xml>', '<o:p>&amp;'])(
  'reads two million characters of %j in time',
  (piece) => {
    const text = `A${piece.repeat(2_000_000 / piece.length)}`
    expect(cleanText(text)?.startsWith('A')).toBe(true)
  },
)
