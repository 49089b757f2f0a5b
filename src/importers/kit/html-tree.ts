import { Parser } from 'htmlparser2'

/** An element of a page. Names and classes are in lower case. */
export interface HtmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  classes: ReadonlySet<string>
  children: HtmlElement[]
  parent: HtmlElement | null
  /** Where the markup between its tags starts in the page. */
  readonly start: number
  /** The markup between its tags. */
  readonly html: string
}

// Deeper than any real page. The parser takes quadratic time for deep nesting.
const depthMax = 300

/** The elements of a page, below one without a name; undefined if they are nested too deep. */
export function parseHtml(html: string): HtmlElement | undefined {
  const root = new Element(html, null, { name: '', attributes: {}, start: 0 })
  let current = root
  let depth = 0
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > depthMax) return parser.pause()
      const start = parser.endIndex + 1
      const element = new Element(html, current, { name, attributes, start })
      current.children.push(element)
      current = element
    },
    onclosetag() {
      depth -= 1
      current.end = Math.max(current.start, parser.startIndex)
      current = current.parent ?? root
    },
  })
  parser.write(html)
  if (depth > depthMax) return undefined
  parser.end()
  return root
}

class Element implements HtmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly classes: ReadonlySet<string>
  readonly children: HtmlElement[] = []
  readonly start: number
  end: number
  readonly parent: Element | null
  readonly #page: string

  constructor(
    page: string,
    parent: Element | null,
    { name, attributes, start }: Pick<Element, 'name' | 'attributes' | 'start'>,
  ) {
    this.#page = page
    this.parent = parent
    this.name = name
    this.attributes = attributes
    this.classes = new Set(attributes.class?.toLowerCase().split(/\s+/).filter(Boolean))
    this.start = start
    this.end = page.length
  }

  get html(): string {
    return this.#page.slice(this.start, this.end)
  }
}

/** The elements below one that satisfy `test`, in the order of the page; nothing below those that satisfy `stop`. */
export function* elementsBelow(
  element: HtmlElement,
  test: (element: HtmlElement) => boolean,
  stop: (element: HtmlElement) => boolean = () => false,
): Generator<HtmlElement> {
  // Not recursive, which takes time for each level above an element.
  const rest = element.children.toReversed()
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (test(next)) yield next
    if (stop(next)) continue
    for (let index = next.children.length - 1; index >= 0; index -= 1)
      rest.push(next.children[index] as HtmlElement)
  }
}

/** The first element below one with a class, in lower case. */
export function findByClass(element: HtmlElement, name: string): HtmlElement | undefined {
  return elementsBelow(element, ({ classes }) => classes.has(name)).next().value ?? undefined
}
