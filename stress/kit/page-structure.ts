import type { Page } from 'playwright-core'

/**
 * The structure of a page: elements with the names of their attributes, and parts that no page of the site may have.
 */
export interface PageStructure {
  structure: string
  errors: string[]
}

// Parsed by the browser in a document without scripts. Of attribute values, only URLs are kept.
// A browser does not run JSON-LD; without "<", it cannot end its element.
const reader = `(htmls) => htmls.map((html) => {
  const isJson = (text) => {
    try {
      return !text.includes('<') && JSON.parse(text) !== null
    } catch {
      return false
    }
  }
  const document = new DOMParser().parseFromString(html, 'text/html')
  const errors = []
  const elements = [...document.querySelectorAll('*')].map((element) => {
    const tag = element.localName
    const names = element.getAttributeNames()
    for (const name of names) {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc')
        errors.push('<' + tag + '> has ' + name)
      const address = element.getAttribute(name)
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name)
      if (isAddress && !/^((?:https?|webcal):\\/\\/[^/]|\\/(?!\\/)|#|mailto:[^\\s@]+@[^\\s@]+$)/.test(address))
        errors.push('<' + tag + '> leads to ' + address)
    }
    const isData = tag === 'script' && names.join() === 'type' && element.type === 'application/ld+json'
    if (isData && !isJson(element.textContent)) errors.push('no JSON: ' + element.textContent.slice(0, 100))
    const isScript = tag === 'script' && !(element.getAttribute('src') ?? '').startsWith('/assets/')
    if (!isData && (isScript || (tag === 'script' && element.textContent !== '')))
      errors.push('a script of its own: ' + element.outerHTML.slice(0, 100))
    if (['style', 'base', 'iframe', 'object', 'embed'].includes(tag)) errors.push('<' + tag + '>')
    return tag + '[' + names.sort().join() + ']'
  })
  return { structure: elements.join(' '), errors }
})`

const batch = 50

/** Reads the structure of pages with the browser's parser. */
export async function pageStructures(
  page: Page,
  htmls: readonly string[],
): Promise<PageStructure[]> {
  const all: PageStructure[] = []
  for (let at = 0; at < htmls.length; at += batch) {
    const read = await page.evaluate(`(${reader})(${JSON.stringify(htmls.slice(at, at + batch))})`)
    all.push(...(read as PageStructure[]))
  }
  return all
}
