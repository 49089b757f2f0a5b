import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fencesOf } from '../support/docs/markdown.ts'
import { copyCheckout, freePort, startCommand } from '../support/process/checkout.ts'
import { newVisitor } from '../support/site/visitor.ts'

const guide = resolve(import.meta.dirname, '../../docs/how-to/run-as-a-service.md')

it('an update as documented leaves the running service its files, and can go back', async () => {
  const checkout = copyCheckout()
  const folder = mkdtempSync(join(tmpdir(), 'reeve-update-'))
  onTestFinished(() => {
    checkout.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(join(folder, 'releases'))
  const fences = fencesOf(readFileSync(guide, 'utf8')).map(({ text }) => text)
  const install = fences.find((text) => text.includes('git clone')) ?? ''
  const goBack = fences.find((text) => text.includes('<folder of the former release>')) ?? ''
  const run = (text: string) => {
    const script = text
      .replaceAll('sudo ', '')
      .replaceAll('/opt/reeve', folder)
      .replace('git clone --depth 1 <URL of this repository>', `cp -a ${checkout.folder}`)
      .replace('npm ci && ', '')
      .replace(/^systemctl .*$/gm, '')
    const { status, stderr } = spawnSync('bash', ['-e', '-c', script], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return realpathSync(join(folder, 'current'))
  }
  const serve = async () => {
    const port = await freePort()
    const DATABASE_URL = `sqlite:${join(folder, 'reeve.db')}`
    const env = { PATH: process.env.PATH, HOME: folder, PORT: String(port), DATABASE_URL }
    const options = { cwd: join(folder, 'current'), env, ready: /Docs .*\n/ }
    const { stop } = await startCommand('node dist/main.js serve --demo', options)
    return { url: `http://localhost:${port}`, stop }
  }

  const first = run(install)
  const service = await serve()
  const second = run(install)
  expect(second).not.toBe(first)
  expect(readdirSync(join(folder, 'releases'))).toHaveLength(2)
  // Nothing of this was loaded before the update.
  const page = await (await fetch(`${service.url}/lowmere/votes`)).text()
  const motion = /href="(\/lowmere\/motions\/[^"#?]+)"/.exec(page)?.[1] ?? ''
  const picture = /property="og:image" content="([^"]+)"/.exec(
    await (await fetch(service.url + motion)).text(),
  )?.[1]
  for (const url of [`${service.url}/lowmere/search?q=transit`, picture ?? ''])
    expect((await fetch(url)).status, url).toBe(200)
  await newVisitor(service).signUp()
  await service.stop()

  const updated = await serve()
  expect((await fetch(`${updated.url}/lowmere/votes`)).status).toBe(200)
  await updated.stop()
  expect(run(goBack.replace('<folder of the former release>', first))).toBe(first)
})
