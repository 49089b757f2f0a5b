import { cleanText } from './clean-text.ts'
import { elementsBelow, type HtmlElement } from './html-tree.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const numerals: readonly [number, string][] = [
  ...([
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
  ] as [number, string][]),
  ...([
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as [number, string][]),
]
const styles: Readonly<Record<string, (n: number) => string | undefined>> = {
  '1': String,
  decimal: String,
  a: (n) => letters[n - 1],
  'lower-alpha': (n) => letters[n - 1],
  'lower-latin': (n) => letters[n - 1],
  A: (n) => letters[n - 1]?.toUpperCase(),
  'upper-alpha': (n) => letters[n - 1]?.toUpperCase(),
  'upper-latin': (n) => letters[n - 1]?.toUpperCase(),
  i: roman,
  'lower-roman': roman,
  I: (n) => roman(n)?.toUpperCase(),
  'upper-roman': (n) => roman(n)?.toUpperCase(),
}

// The number is in the first line of its item, also if that begins with a paragraph.
const openingTags = /^(?:\s*<(?:li|p|div|span)\b[^>]*>)+/i

/**
 * The text of an element as a reader sees it, with the numbers of its lists: only blocks and breaks start a line. Null if
 * there is none.
 */
export function elementText(element: HtmlElement | undefined): string | null {
  if (element === undefined) return null
  const { html, start } = element
  let text = ''
  let end = 0
  for (const [item, marker] of listMarkers(element)) {
    const tags = openingTags.exec(html.slice(item.start - start))?.[0] ?? ''
    const at = item.start - start + tags.length
    text += html.slice(end, at) + marker
    end = at
  }
  return cleanText((text + html.slice(end)).replace(/[ \t\r\n\f]+/g, ' '))
}

/** What a browser prints before the items of numbered lists, such as `2. `, in the order of the page. */
function listMarkers(element: HtmlElement): Map<HtmlElement, string> {
  const markers = new Map<HtmlElement, string>()
  for (const list of elementsBelow(element, ({ name }) => name === 'ol')) {
    let number = Number.parseInt(list.attributes.start ?? '1', 10)
    for (const item of list.children.filter(({ name }) => name === 'li')) {
      number = Number.parseInt(item.attributes.value ?? String(number), 10)
      const style = /list-style(?:-type)?\s*:\s*([a-z-]+)/i.exec(list.attributes.style ?? '')?.[1]
      const marker = styles[style?.toLowerCase() ?? list.attributes.type ?? 'decimal']?.(number)
      if (marker !== undefined) markers.set(item, `${marker}. `)
      number += 1
    }
  }
  return new Map([...markers].sort(([left], [right]) => left.start - right.start))
}

function roman(n: number): string | undefined {
  if (!(n >= 1 && n < 200)) return undefined
  let rest = n
  let text = ''
  for (const [value, sign] of numerals) for (; rest >= value; rest -= value) text += sign
  return text
}
