// Takes the screenshots of README.md and docs/explanation/design.md from a running service: npm run build && node docs/images/capture.mjs
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const root = resolve(import.meta.dirname, '../..')
const port = 8097
const path = '/lowmere/motions/motion-c-1687'
const width = 1120
const designPages = {
  front: '/lowmere',
  search: '/lowmere/search?q=road',
  person: '/lowmere/people/dev-rangarajan',
  'by-law': '/lowmere/bylaws/by-law-4165',
  document: '/lowmere/documents/cs-127-d895266f',
  agreement: '/lowmere/agreement',
}

const folder = mkdtempSync(join(tmpdir(), 'reeve-images-'))
const env = {
  ...process.env,
  PORT: String(port),
  DATABASE_URL: `sqlite:${join(folder, 'reeve.db')}`,
  OPERATOR_NAME: 'Example Civic Group',
  OPERATOR_CONTACT: 'help@example.ca',
}
const service = spawn(process.execPath, ['dist/main.js', 'serve', '--demo'], { cwd: root, env })
try {
  await new Promise((ready, fail) => {
    service.stdout.on('data', (text) => String(text).includes('Docs') && ready())
    service.once('exit', (code) => fail(new Error(`the service ended with exit code ${code}`)))
  })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
    await page.goto(`http://localhost:${port}${path}`)
    // The page down to the end of the chamber.
    const { y, height } = await page.locator('.chamber').boundingBox()
    const clip = { x: 0, y: 0, width, height: Math.ceil(y + height + 4), scale: 1.4 }
    const session = await page.context().newCDPSession(page)
    const picture = { format: 'webp', quality: 70, clip, captureBeyondViewport: true }
    const { data } = await session.send('Page.captureScreenshot', picture)
    writeFileSync(join(import.meta.dirname, `vote-${colorScheme}.webp`), data, 'base64')
  }
  for (const [name, page] of Object.entries(designPages)) await captureTop(browser, name, page)
  await browser.close()
} finally {
  service.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** The top of a page, as small as it can be read. */
async function captureTop(browser, name, path) {
  const size = { width: 1280, height: 1000 }
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
  await page.goto(`http://localhost:${port}${path}`)
  const session = await page.context().newCDPSession(page)
  const picture = { format: 'webp', quality: 75, clip: { x: 0, y: 0, ...size, scale: 0.65 } }
  const { data } = await session.send('Page.captureScreenshot', picture)
  writeFileSync(join(root, 'assets/design', `${name}.webp`), data, 'base64')
}
