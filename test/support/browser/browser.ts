import { existsSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { recordCheck, recordEvidence } from './evidence.ts'
import { noteListeners } from './keyboard.ts'

const browserPath = '/usr/bin/chromium'

/** Whether Chromium is missing; `.ci/run` installs it. */
export const withoutBrowser = !existsSync(browserPath)

/** The title of a suite, with the reason if it is skipped. */
export function browserTitle(title: string): string {
  return withoutBrowser
    ? `${title} (skipped: ${browserPath} is missing; .ci/run installs it)`
    : title
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Pages load slowly on a busy machine.
const timeoutMs = 300_000

/** An open page and its problems. */
export interface Visit {
  page: Page
  /** Console messages, script errors, error statuses, failed requests and requests to other origins. */
  errors: string[]
  requests: string[]
}

interface VisitOptions {
  width?: number
  script?: boolean
  /** Statuses of pages that are meant to be errors. */
  expects?: readonly number[]
}

/** Debian's Chromium; screenshots are written to the folder SCREENSHOTS. */
export class TestBrowser {
  readonly #folder = process.env.SCREENSHOTS
  readonly #browser: Browser
  readonly #kept = new Map<string, Promise<Visit>>()

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async launch(): Promise<TestBrowser> {
    return new TestBrowser(await chromium.launch({ executablePath: browserPath, args: flags }))
  }

  static async version(): Promise<string> {
    const browser = await chromium.launch({ executablePath: browserPath, args: flags })
    const version = browser.version()
    await browser.close()
    return version
  }

  /** Opens a page in its own profile, and records its errors and requests. */
  async open(origin: string, options: VisitOptions = {}): Promise<Visit> {
    const { width = 1280, script = true, expects = [] } = options
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      javaScriptEnabled: script,
    })
    context.setDefaultTimeout(timeoutMs)
    await allowClipboard(context, script)
    await context.addInitScript(noteListeners)
    const page = await context.newPage()
    const errors: string[] = []
    const requests: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      requests.push(request.url())
      if (url.protocol !== 'data:' && url.origin !== origin) errors.push(`leaves: ${request.url()}`)
    })
    page.on('response', (response) => {
      const status = response.status()
      if (status >= 400 && !expects.includes(status)) errors.push(`${status}: ${response.url()}`)
    })
    page.on('console', (message) => {
      // Chromium logs an error for every page with an error status.
      if (expects.length > 0 && /^Failed to load resource/.test(message.text())) return
      if (['error', 'warning'].includes(message.type())) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // Leaving a page before its icon has loaded is not an error.
      if (why !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()} ${why}`)
    })
    return { page, errors, requests }
  }

  /** The same page for all tests with these options, for which each opens another URL; a new profile takes a second. */
  async keep(origin: string, options: VisitOptions = {}): Promise<Visit> {
    const name = JSON.stringify([origin, options])
    const kept = this.#kept.get(name) ?? this.open(origin, options)
    this.#kept.set(name, kept)
    const visit = await kept
    visit.errors.length = 0
    visit.requests.length = 0
    return visit
  }

  /** Takes a screenshot if SCREENSHOTS is set. */
  async picture(page: Page, name: string): Promise<void> {
    if (this.#folder === undefined) return
    await page.screenshot({ path: join(this.#folder, `${name}.png`), fullPage: true })
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}

async function allowClipboard(context: BrowserContext, script: boolean): Promise<void> {
  if (script) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
}

/** The findings of axe-core. Its script runs in an isolated context. */
export async function axeFindings(page: Page): Promise<string[]> {
  return (await violationsOn(page)).map(described)
}

const colourRules = ['color-contrast', 'link-in-text-block']

/** The findings in light, and those about colours in dark: no other rule depends on the scheme. */
export async function axeFindingsInSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOn(page, colourRules)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violationsOn(page)
  return [...light.map(described), ...dark.map((one) => `dark: ${described(one)}`)]
}

async function violationsOn(page: Page, rules?: readonly string[]): Promise<axe.Result[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  // WCAG 2.2, 2.5.8: axe-core omits it by default.
  const targets = { rules: { 'target-size': { enabled: true } } }
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : targets) }
  const run = `axe.run(${JSON.stringify(options)})`
  const { violations, passes, incomplete } = (await page.evaluate(run)) as axe.AxeResults
  const rulesOf = (results: readonly axe.Result[]) => results.map(({ id }) => `axe:${id}`)
  await recordEvidence(page, {
    ...{ passed: rulesOf(passes), failed: rulesOf(violations), unsure: rulesOf(incomplete) },
  })
  return violations
}

const described = ({ id, nodes }: axe.Result) =>
  `${id}: ${nodes.map(({ html }) => html).join(' | ')}`

/** By how many pixels a page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  await recordCheck(page, 'the page fits the window', overflow > 0 ? [`${overflow} px`] : [])
  return overflow
}
