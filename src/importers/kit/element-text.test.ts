import { expect, it } from 'vitest'
import { elementText } from './element-text.ts'
import { elementsBelow, findByClass, parseHtml } from './html-tree.ts'

const textOf = (html: string) => elementText(parseHtml(html))

it('has the lines of blocks and breaks, not those of the markup', () => {
  expect(textOf('<p>That\n the\tditch &amp;<br>the pond</p><p>be dug.</p>')).toBe(
    'That the ditch &\nthe pond\nbe dug.',
  )
})

it('has the numbers of lists, also inside each other', () => {
  const html =
    '<OL><LI>dig:<ol type="a"><li>here</li><li>there</li></ol></LI><LI><p>fill</p></LI></OL><ul><li>rest</li></ul>'
  expect(textOf(html)).toBe('1. dig:\na. here\nb. there\n2. fill\nrest')
  expect(textOf('<ol start="3"><li>c</li><li value="9">i</li></ol>')).toBe('3. c\n9. i')
  expect(textOf('<ol style="list-style-type: upper-roman"><li>a</li><li>b</li></ol>')).toBe(
    'I. a\nII. b',
  )
  expect(textOf('<ol style="list-style-type: none"><li>a</li></ol>')).toBe('a')
})

it('reads elements whatever their case, with tags that are not closed and rows outside of tables', () => {
  const root = parseHtml("<DIV class='A b'><TR ><TD class='Value' >7<P>x<LI>y</DIV><p class='a'>z")
  if (root === undefined) throw new Error('not read')
  expect(elementText(findByClass(root, 'value'))).toBe('7\nx\ny')
  expect(
    [...elementsBelow(root, ({ classes }) => classes.has('a'))].map(({ name }) => name),
  ).toEqual(['div', 'p'])
})

it('gives up on a page that is nested too deep', () => {
  expect(parseHtml('<b>'.repeat(100_000))).toBeUndefined()
})
