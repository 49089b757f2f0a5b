// Draws the pictures of the brand, for shared links and home screens: node docs/images/brand.mjs
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const assets = resolve(import.meta.dirname, '../../assets')
const icon = readFileSync(join(assets, 'favicon.svg'), 'utf8')
const style = `
  body { margin: 0; background: #fbfaf7; color: #1d2326; font: 40px/1.35 system-ui, sans-serif }
  main { height: 630px; padding: 150px 110px 0; box-sizing: border-box; border-top: 24px solid #1f5f5b }
  h1 { display: flex; align-items: center; gap: 36px; margin: 0 0 44px; font-size: 104px; line-height: 1 }
  h1 svg { width: 128px }
  p { margin: 0; color: #566066 }
`
const brand = `<style>${style}</style><main><h1>${icon}Reeve</h1>
  <p>What councils decide: meetings, motions and who voted how, in public records.</p></main>`
// Home screens round the corners themselves.
const square = `<style>body { margin: 0; background: #1f5f5b } svg { width: 180px; display: block }</style>${icon}`

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const draw = async (name, html, [width, height]) => {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  await page.screenshot({ path: join(assets, name) })
}
await draw('picture.png', brand, [1200, 630])
await draw('touch-icon.png', square, [180, 180])
await browser.close()
