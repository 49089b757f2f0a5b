import { expect, it } from 'vitest'
import { rtfToText } from './rtf-to-text.ts'

it.each([
  [
    String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fnil Arial;}}{\colortbl ;\red0\green0\blue0;}\pard\b\fs24 Briefing\b0  (45 minutes)\par
\par
Presenters:}`,
    'Briefing (45 minutes)\n\nPresenters:',
  ],
  [String.raw`{\rtf1 Caf\'e9 \endash  50\'80}`, 'Café – 50€'],
  [String.raw`{\rtf1\uc1 \u321?\u243?d\u378?\uc0\u233 ?}`, 'Łódźé?'],
  [String.raw`{\rtf1 a\~b\_c \{d\}\\e}`, 'a\u00a0b-c {d}\\e'],
  [
    String.raw`{\rtf1{\*\generator Word;}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}}`,
    'link',
  ],
  [String.raw`{\rtf1 cut off {\b here`, 'cut off here'],
  [String.raw`Not {\rtf1 at all}`, String.raw`Not {\rtf1 at all}`],
])('returns the text of %j', (text, plain) => {
  expect(rtfToText(text)).toBe(plain)
})
