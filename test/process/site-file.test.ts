import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { palettesOf } from '../../src/core/accent.ts'
import { type Reply, Wire } from '../../stress/kit/wire.ts'
import { childrenOf, freshChildren } from '../support/process/children.ts'
import { redisTitle, startRedis, withoutRedis } from '../support/process/redis.ts'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()

let file: string
beforeEach(() => {
  file = join(stage.reeve.folder, 'data/site.yaml')
  mkdirSync(join(stage.reeve.folder, 'data'))
})

const alder = 'name: Town of Alder Point\naccent: "#6a1b45"\n'
const reloaded = /"msg":"the site file was read again"/

async function pageOf(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/about`)).text()
}

async function styleOf(port: number, page: string): Promise<string> {
  const [path] = /\/assets\/\w+\/site[.]css/.exec(page) ?? []
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text()
}

const headerOf = (page: string) => /<header.*?<\/header>/s.exec(page)?.[0]

describe('reeve serve', () => {
  it('shows the name and the colour of the site file, and Reeve in the footer only', async () => {
    writeFileSync(file, alder)
    const { port } = await stage.reeve.serve()
    const page = await pageOf(port)
    expect(headerOf(page)).toContain('Town of Alder Point')
    expect(page).toContain('<title>About · Town of Alder Point</title>')
    expect(page.replace(/<footer.*/s, '')).not.toContain('Reeve')
    expect(await styleOf(port, page)).toContain(`--band:${palettesOf('#6a1b45').light.band};`)
  })

  it('does not start with an invalid site file', async () => {
    writeFileSync(file, 'name: X\naccent: "#ffd100"\nhome: Y\n')
    const { status, stdout, stderr } = await stage.reeve.call(['serve'])
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^data\/site[.]yaml:2:9: accent #ffd100 is too light: .*"#8e7404"$/),
      expect.stringMatching(/^data\/site[.]yaml:3:1: unknown key home: /),
      'reeve: the site file data/site.yaml is invalid',
      '',
    ])
    expect([status, stdout]).toEqual([2, ''])
  })

  const aliases = Array.from(
    { length: 12 },
    (_, at) => `a${at}: &a${at} [${`*a${at - 1}, `.repeat(9)}x]`,
  )
  const heading = (text: string) => `name: X\nabout: |\n  # About us\n\n  ${text}\n`
  it.each([
    [
      'an unknown key',
      'name: X\nheader_link: []\n',
      '2:1: unknown key header_link: did you mean header_links?',
    ],
    [
      'a text in one language only',
      'name: {en: X, fr: Y}\nterms: {fr: Y}\n',
      '2:8: terms lacks en',
    ],
    ['a colour that is none', 'accent: "#12345"\n', '1:9: accent must be a colour in quotes'],
    ['HTML', heading('Read <img src=x onerror=alert(1)>.'), '5:8: about: HTML is not allowed'],
    [
      'a link that runs code',
      heading('Read [this](JavaScript:alert(1)).'),
      '5:8: about: a link must begin with',
    ],
    [
      'a crest of 20 MB',
      'crest: {light: large.png}\n',
      '1:16: crest.light: "large.png" has 20000000 bytes',
    ],
    [
      'a crest with a script',
      'crest: {light: script.svg}\n',
      '1:16: crest.light: "script.svg" has <script>',
    ],
    [
      'aliases of aliases',
      [...aliases, 'name: *a11'].join('\n'),
      'anchors (&) and aliases (*) are not supported',
    ],
    [
      '10 MB',
      `name: ${'x'.repeat(10_000_000)}`,
      '1:1: the file has 10000006 bytes; at most 256 KiB are allowed',
    ],
  ])('does not start with %s', async (_, content, issue) => {
    writeFileSync(file, content)
    writeFileSync(join(dirname(file), 'large.png'), Buffer.alloc(20_000_000))
    const script = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script/></svg>'
    writeFileSync(join(dirname(file), 'script.svg'), script)
    const { status, stdout, stderr } = await stage.reeve.run(['serve'])
    expect(stderr).toContain(`data/site.yaml:`)
    expect(stderr).toContain(issue)
    expect(stderr).toMatch(/\nreeve: the site file data\/site[.]yaml is invalid\n$/)
    expect([status, stdout]).toEqual([2, ''])
    expect(existsSync(join(stage.reeve.folder, 'data/reeve.db'))).toBe(false)
  })

  it('does not start without the file that SITE_FILE names', async () => {
    const { status, stderr } = await stage.reeve.call(['serve'], { SITE_FILE: 'town.yaml' })
    expect(status).toBe(2)
    expect(stderr).toContain('town.yaml:1:1: the file does not exist\n')
  })

  it('reads the file again at SIGHUP, and keeps the last valid one', async () => {
    const serving = await stage.reeve.serve()
    const nameNow = async () => headerOf(await pageOf(serving.port))
    expect(await nameNow()).toContain('Council records')
    writeFileSync(file, alder)
    serving.signal('SIGHUP')
    await serving.printed(reloaded)
    expect(await nameNow()).toContain('Town of Alder Point')
    writeFileSync(file, 'name: [Birch Point]\n')
    serving.signal('SIGHUP')
    const line = await serving.printed(/.*the last valid one stays in force.*/)
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      issues: ['data/site.yaml:1:7: name must be a name of up to 80 characters'],
    })
    expect(await nameNow()).toContain('Town of Alder Point')
    rmSync(file)
    serving.signal('SIGHUP')
    await serving.printed(/"site_file":null/)
    expect(await nameNow()).toContain('Council records')
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(0)
  })
})

describe.skipIf(withoutRedis)(redisTitle('two workers'), () => {
  it('show the last valid site file, a worker that was started later included', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.remove())
    writeFileSync(file, alder)
    const settings = { REDIS_URL: redis.url }
    const { port, pid, signal, printed } = await stage.reeve.serve(['--workers', '2'], settings)
    // Connections go to the workers in turn.
    const namesNow = async () => {
      const pages = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const { body } = await get(port)
          return /<a class="name"[^>]*>(.*?)</s.exec(body)?.[1]
        }),
      )
      return [...new Set(pages)]
    }
    expect(await namesNow()).toEqual(['Town of Alder Point'])
    writeFileSync(file, 'name: Town of Birch Point')
    signal('SIGHUP')
    while ((await namesNow()).join() !== 'Town of Birch Point') await pause(50)
    writeFileSync(file, 'name: [')
    signal('SIGHUP')
    await printed(/the last valid one stays in force/)
    const [victim = 0] = childrenOf(pid)
    process.kill(victim, 'SIGKILL')
    await freshChildren(pid, 2, [victim])
    expect(await namesNow()).toEqual(['Town of Birch Point'])
  })
})

/** Over a connection of its own. */
async function get(port: number): Promise<Reply> {
  const wire = new Wire(port, 1)
  try {
    return await wire.send({ method: 'GET', target: '/about', headers: {} })
  } finally {
    wire.close()
  }
}

describe('reeve check --site', () => {
  const check = (...words: string[]) => stage.reeve.call(['check', '--site', ...words])

  it('says that a file is valid, without a database', async () => {
    writeFileSync(file, alder)
    expect(await check()).toMatchObject({ status: 0, stdout: 'data/site.yaml: valid.\n' })
    expect(await check('--quiet')).toMatchObject({ status: 0, stdout: '' })
  })

  it('says what is wrong with the file that is named, by line and column', async () => {
    writeFileSync(join(stage.reeve.folder, 'town.yaml'), 'name: X\naccent: plum\n')
    const { status, stderr } = await check('town.yaml')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^town[.]yaml:2:9: accent must be a colour .*"plum"\n/)
  })

  it('says that there is no file', async () => {
    const { status, stderr } = await check()
    expect(status).toBe(2)
    expect(stderr).toContain('there is no site file: name one, set SITE_FILE, or create site.yaml')
  })
})
