import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../src/cli/program.ts'
import { settings } from '../../src/config/settings.ts'
import { errorTable } from '../../src/http/errors.ts'
import { sources } from '../../src/importers/registry.ts'
import { toOcdVote } from '../../src/resources/motions/ocd.represent.ts'
import type { VoteEventRow } from '../../src/resources/motions/queries.ts'
import { anchorsOf, fencesOf, linksOf, proseOf } from '../support/docs/markdown.ts'
import { operations } from '../support/openapi/document.ts'
import { projectFiles } from '../support/process/checkout.ts'
import { listCommands, operandOf } from '../support/reference/cli.ts'
import { sitePaths } from '../support/site/routes.ts'

const program = await buildProgram()
const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = projectFiles().filter((file) => file.endsWith('.md') && !file.startsWith('data/'))

/** The part of a page under a heading, up to the next heading of the same level. */
function sectionOf(page: string, heading: string): string {
  const level = heading.slice(0, heading.indexOf(' ') + 1)
  const start = page.indexOf(`\n${heading}\n`)
  if (start === -1) return ''
  const end = page.indexOf(`\n${level}`, start + heading.length)
  return page.slice(start, end === -1 ? undefined : end)
}

// Outside a clone, `npx reeve` would download and run a package of that name that is not ours.
it('no page, message or comment runs a package that npx would download', () => {
  const local = /^(--no-install reeve|vitest|depcruise)\b/
  const commands = [...pages, ...projectFiles().filter((file) => /^src[/].*[.]tsx?$/.test(file))]
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) => [...read(file).matchAll(/\bnpx ([^`\n]*)/g)].map(([, words = '']) => words))
  expect(commands.length).toBeGreaterThan(50)
  expect(commands.filter((words) => !local.test(words))).toEqual([])
})

describe('the reference', () => {
  const errors = read('docs/reference/errors.md')
  for (const [code, { status, meaning, remedy }] of Object.entries(errorTable)) {
    it(`explains when ${code} is returned and what to do`, () => {
      const section = sectionOf(errors, `### ${code}`)
      for (const part of [`Status ${status}`, meaning, remedy]) expect(section).toContain(part)
    })
  }

  const configuration = read('docs/reference/configuration.md')
  for (const [name, { fallback, meaning }] of Object.entries(settings)) {
    it(`explains ${name}`, () => {
      const row = configuration.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row).toContain(`\`${fallback}\``)
      expect(row).toContain(meaning)
    })
  }

  const cli = read('docs/reference/cli.md')
  for (const { name, command } of listCommands(program, '')) {
    it(`has ${name} with every argument and option`, () => {
      const section = sectionOf(cli, `## ${name}`)
      expect(section).toContain(command.description())
      for (const { flags } of command.options) expect(section).toContain(`| \`${flags}\` |`)
      for (const argument of command.registeredArguments)
        expect(section).toContain(`| \`${operandOf(argument)}\` |`)
    })
  }

  it('has every import source, once', () => {
    for (const name of Object.keys(sources)) {
      expect(sectionOf(cli, '## reeve import')).toContain(`| \`${name}\` |`)
      expect(cli.split(`| \`${name}\` |`)).toHaveLength(2)
      expect(read('docs/how-to/import-a-council.md')).toContain(`\`${name}\``)
    }
  })

  const api = pages.filter((page) => page.startsWith('docs/reference/api-')).map(read)
  for (const { path, operationId, parameters } of operations) {
    it(`has GET ${path} with every parameter`, () => {
      const [section] = api.map((page) => sectionOf(page, `## ${operationId}`)).filter(Boolean)
      expect(section).toContain(`GET ${path}\n`)
      for (const { name, description } of parameters) {
        expect(section).toContain(`| \`${name}\` |`)
        expect(section).toContain(description)
      }
    })
  }
})

describe('the pages of the site', () => {
  it('are all in one table in architecture.md, and no others', async () => {
    const table = sectionOf(read('docs/explanation/architecture.md'), '## Site pages')
    const rows = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path),
    )
    // The table has the paths in English, and each page of a council has a picture.
    const paths = (await sitePaths()).map((path) => path.replace(/^\/fr(?=\/|$)/, '') || '/')
    const pages = paths.filter((path) => !/^\/api\/|\/picture\.png$/.test(path))
    expect(rows.sort()).toEqual([...new Set(pages)].sort())
  })
})

it('architecture.md names only files and folders that exist', () => {
  const files = projectFiles()
  const text = read('docs/explanation/architecture.md')
  const named = [...text.matchAll(/`(?:[.]{2}[/])?(\w[\w/-]*(?:\.tsx?|[/]))`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(50)
  const exists = (name: string) =>
    files.some((file) =>
      name.endsWith('/') ? file.includes(`/${name}`) : file.endsWith(`/${name}`),
    )
  expect(named.filter((name) => !exists(name))).toEqual([])
})

describe('the guide of Open Civic Data', () => {
  const table = sectionOf(read('docs/guides/open-civic-data.md'), '### Results')
  const rows = [...table.matchAll(/^\| (`.+`) \| `(pass|fail)` \|$/gm)]
  const words = rows.flatMap(([, cell = '', outcome]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => [word, outcome] as const),
  )

  it.each(words)('has %s as the API has it: %s', (result, outcome) => {
    expect(toOcdVote({ result, date: '', steps: '[]' } as VoteEventRow).result).toBe(outcome)
  })
})

describe('README.md', () => {
  const page = read('README.md')

  it('has its sections, and no others', () => {
    const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      'Reeve',
      'Quick start',
      'What you get',
      'Why not the portal’s own site?',
      'How it compares',
      'Next steps',
    ])
  })

  it('has badges that match package.json and openapi.json', () => {
    const { license, engines } = JSON.parse(read('package.json')) as Record<string, unknown>
    const { openapi } = JSON.parse(read('openapi.json')) as { openapi: string }
    const node = /^>=([\d.]+)$/.exec((engines as { node: string }).node)?.[1]
    const badges = [...page.matchAll(/!\[([^\]]+)\]\((docs\/images\/badge-\w+\.svg)\)/g)]
    expect(badges.map(([, text]) => text)).toEqual([
      `Licence: ${license}`,
      `Node.js: v${node} or newer`,
      `OpenAPI: ${openapi.replace(/\.\d+$/, '')}`,
    ])
    for (const [, text, file = ''] of badges) expect(read(file)).toContain(`<title>${text}</title>`)
  })

  it('has a screenshot for light and for dark mode', () => {
    const images = [...page.matchAll(/ (?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(images).toHaveLength(2)
    for (const image of images) expect(existsSync(join(root, image)), image).toBe(true)
  })

  it('lists every endpoint', () => {
    const served = sectionOf(page, '## What you get')
    for (const { path } of operations) {
      const [, , family = '', , noun = ''] = path.split('/')
      if (noun !== '') expect(served, `${family}: ${path}`).toContain(`\`${noun}`)
    }
  })
})

describe('the Markdown pages', () => {
  it('are all found', () => {
    expect(pages.length).toBeGreaterThan(40)
  })

  for (const page of pages) {
    it(`${page} has no broken links`, () => {
      const broken = linksOf(read(page)).filter((link) => !leadsSomewhere(page, link))
      expect(broken).toEqual([])
    })

    it(`${page} marks its code blocks only with known words`, () => {
      const existing = /^(run|serve|output|response|file=[\w./-]+)$/
      const strange = fencesOf(read(page)).filter(
        ({ language, marks }) => language === '' || marks.some((mark) => !existing.test(mark)),
      )
      expect(strange).toEqual([])
    })
  }

  it('can all be reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const page of reached) {
      for (const link of linksOf(read(page))) {
        const target = fileOf(page, link)
        if (target?.endsWith('.md') && existsSync(join(root, target))) reached.add(target)
      }
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-\S+ )?([a-z]+)/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe('a decision', () => {
  const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page)).sort()

  it('has a unique number, and is in the list', () => {
    const numbers = decisions.map((file) => Number(file.slice(15, 19)))
    expect(new Set(numbers).size).toBe(numbers.length)
    const list = linksOf(read('docs/decisions/README.md'))
    expect(list).toEqual(decisions.map((file) => file.slice('docs/decisions/'.length)))
  })

  for (const file of decisions) {
    it(`${file} has context, choice and consequence, on less than a page`, () => {
      const text = read(file)
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
      expect(headings.slice(1)).toEqual(['Context', 'Choice', 'Consequence'])
      expect(text.split(/\s+/).length).toBeLessThan(400)
    })
  }
})

/** The file that a link of a page leads to; undefined if it is outside the project. */
function fileOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [path = ''] = link.split('#')
  return path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)))
}

function leadsSomewhere(page: string, link: string): boolean {
  const file = fileOf(page, link)
  if (file === undefined) return link.startsWith('https://')
  if (file.startsWith('..') || !existsSync(join(root, file))) return false
  const [, anchor] = link.split('#')
  if (anchor === undefined) return true
  return statSync(join(root, file)).isFile() && anchorsOf(read(file)).has(anchor)
}
