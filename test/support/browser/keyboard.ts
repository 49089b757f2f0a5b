import type { Page } from 'playwright-core'
import { recordCheck } from './evidence.ts'

/** Where the focus is after a Tab. */
interface Stop {
  /** The index among all that can have the focus, in the order of the document; -1 for the page itself. */
  at: number
  text: string
  isMarked: boolean
  isHidden: boolean
}

const selector = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'

/** All that a keyboard must reach. */
const install = `window.stops = [...document.querySelectorAll(${JSON.stringify(selector)})].filter(
  (one) => one.tabIndex >= 0 && !one.disabled && one.type !== 'hidden' && one.checkVisibility({ visibilityProperty: true })
); window.stops.length`

const look = `(() => {
  const one = document.activeElement
  const isSeen = () => [...one.getClientRects()].some(({ left, top, width, height }) =>
    [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y)
      return hit !== null && (one.contains(hit) || hit.contains(one))
    }))
  // A page scrolls to what has the focus with a later frame.
  if (!isSeen()) one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  return {
    at: window.stops.indexOf(one),
    text: one.tagName + ' ' + (one.textContent || one.name || '').trim().slice(0, 40),
    isMarked: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    isHidden: !isSeen(),
  }
})()`

/** What is wrong for somebody who has only a keyboard, by check; walks through the page with Tab. */
export async function keyboardFindings(page: Page): Promise<Record<string, readonly string[]>> {
  const url = page.url()
  const count = Number(await page.evaluate(install))
  const walk: Stop[] = []
  let hasLeft = false
  while (!hasLeft && walk.length <= count + extraStops) {
    await page.keyboard.press('Tab')
    const stop = (await page.evaluate(look)) as Stop
    // After the last stop comes the window, or the first one again.
    hasLeft = stop.text.startsWith('BODY') || (stop.at === 0 && walk.length > 0)
    if (!hasLeft) walk.push(stop)
  }
  // The parts of a date are stops of one field, the last of which has a mark of Chromium's own.
  const marked = new Set(walk.filter(({ isMarked }) => isMarked).map(({ at }) => at))
  const reached = new Set(walk.map(({ at }) => at))
  const missed = Array.from({ length: count }, (_, at) => at).filter((at) => !reached.has(at))
  const named = async (all: readonly number[]) =>
    Promise.all(all.map((at) => page.evaluate(`window.stops[${at}].outerHTML.slice(0, 120)`)))
  const ordered = walk.map(({ at }) => at).filter((at) => at >= 0)
  const found = {
    'the keyboard reaches everything': (await named(missed)).map(String),
    'the keyboard leaves the page': hasLeft ? [] : [`${walk.length} stops`],
    'the focus is marked': walk.filter(({ at }) => !marked.has(at)).map(({ text }) => text),
    'the focus is not hidden': walk.filter(({ isHidden }) => isHidden).map(({ text }) => text),
    'the focus follows the document': ordered.every(
      (at, i) => i === 0 || at >= (ordered[i - 1] ?? 0),
    )
      ? []
      : [ordered.join(' ')],
    'the focus changes nothing': page.url() === url ? [] : [page.url()],
    'the first link skips to the content':
      walk[0]?.text.startsWith('A ') && (await skips(page)) ? [] : [walk[0]?.text ?? 'nothing'],
  }
  return recordAll(page, found)
}

/** Records checks, and returns those that found a problem. */
async function recordAll(page: Page, found: Record<string, readonly string[]>) {
  for (const [check, problems] of Object.entries(found)) await recordCheck(page, check, problems)
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}

/** Areas that scroll are stops of Chromium's own. */
const extraStops = 50

const skips = (page: Page) =>
  page.evaluate(`document.querySelector(window.stops[0].getAttribute('href')) !== null`)

/** WCAG 2.2, 1.4.12. Style sheets that a script adopts are not subject to the policy of the page. */
const spacing = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }')
  document.adoptedStyleSheets = [sheet]
})()`

const cut = `[...document.querySelectorAll('body *')].filter((one) => {
  const { overflowX, overflowY, position, clipPath } = getComputedStyle(one)
  if (!one.checkVisibility() || one.clientWidth <= 1 || clipPath !== 'none' || one.textContent.trim() === '') return false
  return (['hidden', 'clip'].includes(overflowX) && one.scrollWidth > one.clientWidth + 1)
    || (['hidden', 'clip'].includes(overflowY) && one.scrollHeight > one.clientHeight + 1)
}).map((one) => one.outerHTML.slice(0, 120))`

/** What does not fit with the distances between lines, words and letters that readers may choose. */
export async function spacingFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(spacing)
  const wider = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  const problems = (await page.evaluate(cut)) as string[]
  await page.evaluate('document.adoptedStyleSheets = []')
  return recordCheck(page, 'text can be spaced', [
    ...problems,
    ...(wider > 0 ? [`${wider} px too wide`] : []),
  ])
}

/** Run before the scripts of each page, so that what they listen to is known. */
export const noteListeners = `window.listened = new Set()
const add = EventTarget.prototype.addEventListener
EventTarget.prototype.addEventListener = function (type, ...rest) {
  window.listened.add(type)
  return add.call(this, type, ...rest)
}`

/** What a page has that some readers could not stop, follow or do: media, motion, and scripts that listen to gestures or keys. */
export async function mediaFindings(page: Page): Promise<Record<string, readonly string[]>> {
  const read = async (expression: string) => (await page.evaluate(expression)) as string[]
  const listened = await read('[...window.listened]')
  const among = (pattern: RegExp) => listened.filter((type) => pattern.test(type))
  const found = {
    'there is no audio or video': await read(
      `[...document.querySelectorAll('audio, video, object, embed')].map((one) => one.tagName)`,
    ),
    'nothing moves': await read(
      `[...document.getAnimations().map((one) => one.animationName ?? 'animation'), ...document.querySelectorAll('marquee, blink')].map(String)`,
    ),
    'nothing reloads': await read(
      `[...document.querySelectorAll('meta[http-equiv=refresh]')].map((one) => one.outerHTML)`,
    ),
    'no script listens to keys': among(/^key/),
    'no script listens to gestures or motion': among(
      /^(?:touch|pointer|mouse|drag|drop|gesture|device|wheel)/,
    ),
    'no script listens to input': among(/^(?:change|input|focus|blur|select|paste)/),
    'nothing can be dragged': await read(
      `[...document.querySelectorAll('[draggable=true], input[type=range]')].map((one) => one.outerHTML)`,
    ),
    'no key opens or moves anything': await read(
      `[...document.querySelectorAll('[accesskey]')].map((one) => one.outerHTML)`,
    ),
  }
  return recordAll(page, found)
}
