import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { allowed, glossary, type Term } from './glossary.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A use of a word of the glossary. `line` is 0 for the name of a file. */
interface Hit {
  file: string
  line: number
  words: string
  write: string
}

/** Our own prose: not the contract, generated pages, data, fixtures, migrations, or the word list itself. */
const checkedPattern = /^(src|test|bench|docs)\/|^(README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$/
const skippedPattern =
  /^docs\/reference\/|^test\/fixtures\/|^src\/store\/migrations\/\d|^bench\/peers\/package|^test\/support\/project\/glossary\.ts$|\.json$/

/** Prints every hit, or those under these paths; returns 1 if there are any. */
export function main(paths: string[]): number {
  const hits = findHits(paths)
  const lines = hits.map(({ file, line, words, write }) => `${file}:${line}: ${words} → ${write}`)
  process.stdout.write([...lines, `${hits.length} hits`, ''].join('\n'))
  return hits.length === 0 ? 0 : 1
}

function findHits(paths: string[] = []): Hit[] {
  const isUnder = (file: string) =>
    paths.some((path) => file === path || file.startsWith(path.replace(/\/*$/, '/')))
  const listed = listFiles().filter((file) => paths.length === 0 || isUnder(file))
  return listed.flatMap((file) => hitsOf(file, readFileSync(join(root, file), 'utf8')))
}

function listFiles(): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const run = spawnSync('git', ['-c', 'safe.directory=*', ...list], { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ls-files: ${run.stderr}`)
  const files = run.stdout.split('\0')
  return files.filter((file) => checkedPattern.test(file) && !skippedPattern.test(file))
}

interface Name {
  name: string
  line: number
}

/** The hits of one file, by line. */
function hitsOf(file: string, text: string): Hit[] {
  const { names, prose } = /\.(ts|tsx|mjs|js)$/.test(file)
    ? splitCode(file, text)
    : { names: [], prose: text }
  names.push({ name: file.split('/').at(-1)?.replace(/\..*$/, '') ?? '', line: 0 })
  const lines = text.split('\n')
  const isAllowed = ({ line, end }: Match) => {
    const context = `${file}: ${lines.slice(line - 1, end).join('\n')}`
    return line > 0 && allowed.some(({ pattern }) => pattern.test(context))
  }
  return glossary
    .flatMap((term) => [...nameMatches(term, names), ...proseMatches(term, prose)])
    .filter((match) => !isAllowed(match))
    .map(({ line, words, write }) => ({ file, line, words, write }))
    .sort((a, b) => a.line - b.line)
}

interface Match extends Omit<Hit, 'file'> {
  /** The last line of the match. */
  end: number
}

function nameMatches({ name: pattern, type, write }: Term, names: Name[]): Match[] {
  return names
    .filter(({ name }) => pattern?.test(wordsOf(name)) || type?.test(name))
    .map(({ name, line }) => ({ line, end: line, words: name, write }))
}

function proseMatches({ prose, write }: Term, text: string): Match[] {
  if (prose === undefined) return []
  const acrossLines = prose.source.replaceAll(' ', String.raw`(?: |\n\s*(?:\* |// )?)`)
  const matches = text.matchAll(new RegExp(acrossLines, `g${prose.flags}`))
  return [...matches].map(({ 0: match, index }) => {
    const line = text.slice(0, index).split('\n').length
    const end = line + match.split('\n').length - 1
    return { line, end, words: match.replace(/\s+(\* |\/\/ )?/g, ' '), write }
  })
}

/** `bulkLoad`, `#bulk-load` and `BULK_LOAD` are `bulk load`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * The names that a file declares, without those that it only uses, such as `Math.floor`; and its text with names
 * replaced by spaces, which leaves comments, strings and punctuation.
 */
function splitCode(file: string, text: string): { names: Name[]; prose: string } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names: Name[] = []
  const parts: string[] = []
  let end = 0
  const visit = (node: ts.Node): void => {
    if (isName(node)) {
      const start = node.getStart(source)
      parts.push(text.slice(end, start), ' '.repeat(node.end - start))
      end = node.end
      const { line } = source.getLineAndCharacterOfPosition(start)
      if (isDeclared(node)) names.push({ name: node.text, line: line + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { names, prose: parts.join('') + text.slice(end) }
}
const isName = (node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier =>
  ts.isIdentifier(node) || ts.isPrivateIdentifier(node)

const isDeclared = (name: ts.Identifier | ts.PrivateIdentifier) =>
  declares(name.parent) && name.parent.name === name

const declares = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionLike(node) ||
  ts.isClassLike(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node)
