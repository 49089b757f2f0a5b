import { existsSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const browserPath = '/usr/bin/chromium'

/** Whether there is no browser to test with; `.ci/run` installs one. */
export const withoutBrowser = !existsSync(browserPath)

/** A title that says why a suite is skipped, where it is. */
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

// On a busy machine a page takes its time.
const timeoutMs = 10_000

/** A page that is looked at, and what was wrong with it. */
export interface Visit {
  page: Page
  /** Everything that a good page has none of. */
  errors: string[]
  requests: string[]
}

interface VisitOptions {
  width?: number
  script?: boolean
  /** Statuses of pages that are meant to be errors. */
  expects?: readonly number[]
}

/** Debian's Chromium; pictures of the pages go to the folder SCREENSHOTS. */
export class TestBrowser {
  readonly #folder = process.env.SCREENSHOTS
  readonly #browser: Browser

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async launch(): Promise<TestBrowser> {
    return new TestBrowser(await chromium.launch({ executablePath: browserPath, args: flags }))
  }

  /** A page in a profile of its own, watched for whatever leaves `origin` or fails. */
  async open(origin: string, options: VisitOptions = {}): Promise<Visit> {
    const { width = 1280, script = true, expects = [] } = options
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      javaScriptEnabled: script,
    })
    context.setDefaultTimeout(timeoutMs)
    await allowClipboard(context, script)
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
      // Chromium says so itself of every page with an error status.
      if (expects.length > 0 && /^Failed to load resource/.test(message.text())) return
      if (['error', 'warning'].includes(message.type())) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // A page that is left before its icon has come is not an error.
      if (why !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()} ${why}`)
    })
    return { page, errors, requests }
  }

  /** Takes a picture, where somebody wants to look at it. */
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

/** All that axe-core finds, or what of it has one of these impacts; its script is run beside the page, not in it. */
export async function axeFindings(page: Page, impacts?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
  return violations
    .filter(({ impact }) => impacts?.includes(impact ?? '') ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** How much wider than the window a page is. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}
