import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Json } from '../service/service.ts'

/**
 * What a question should find: one record, every record of a kind with a title, or whatever belongs to a matter, by its
 * slug or its title.
 */
type Expected =
  | { type: string; slug: string }
  | { type: string; title: string }
  | { matter: string }
  | { about: string }

/** What somebody would type, and which records a person who knows the record expects. */
export interface Question {
  query: string
  municipality: 'ottawa' | 'toronto' | 'new-york' | 'saint-loup' | 'lowmere'
  /** The language of the query, if it is not English. */
  language?: 'fr'
  /** A value of the filter `type`. */
  type?: string
  expected: Expected[]
  /** The judgement. */
  reason: string
  /** False if the search does not find it, mostly because the record has other words. */
  found?: false
}

interface Result {
  type: string
  slug: string
  title: string
  matter_slug?: string | null
  matter_title?: string | null
}

/** Data of a v1 path below the municipality. */
type Get = (path: string) => Promise<Json>

/** Reads what a service has below the municipality. */
export interface Reader {
  get: Get
}

const file = resolve(import.meta.dirname, '../../fixtures/search-questions.json')

/** The questions over one record. */
export function questionsOver(municipality: Question['municipality']): Question[] {
  const all: Question[] = JSON.parse(readFileSync(file, 'utf8'))
  return all.filter((question) => question.municipality === municipality)
}

/** How many questions find an expected record among the first `count` results, and where that differs from the list. */
export async function judge(questions: readonly Question[], count: number, reader: Reader) {
  const missed = await missedQuestions(questions, count, reader)
  const failures = questions.flatMap((question) => {
    const { query, reason, found } = question
    const instead = missed.get(question)
    if (instead === undefined) return found === false ? [`${query}: found now`] : []
    return found === false ? [] : [`${query}: ${reason} Found: ${instead}`]
  })
  return { found: questions.length - missed.size, failures }
}

/** The questions without an expected record among the first `count` results, with those found instead. */
async function missedQuestions(
  questions: readonly Question[],
  count: number,
  reader: Reader,
): Promise<Map<Question, string>> {
  const missed = new Map<Question, string>()
  for (const question of questions) {
    const results = await resultsOf(question, count, reader)
    const { expected } = question
    const tests = await Promise.all(expected.map((record) => testOf(record, reader.get)))
    if (results.some((result) => tests.some((test) => test(result)))) continue
    const found = results.map((result) => `${result.type} ${result.slug}`).join(', ')
    missed.set(question, found || 'nothing')
  }
  return missed
}

async function resultsOf(
  { query, type }: Question,
  count: number,
  { get }: Reader,
): Promise<Result[]> {
  const filter = type === undefined ? '' : `&type=${type}`
  const path = `search?q=${encodeURIComponent(query)}${filter}`
  return withItemTitles(await get(`${path}&per_page=${count}`), get)
}

/** A motion is expected by the title of its agenda item. */
function withItemTitles(results: Result[], get: Get): Promise<Result[]> {
  return Promise.all(
    results.map(async (result) =>
      result.type === 'motion'
        ? { ...result, title: (await get(`motions/${result.slug}`)).item_title }
        : result,
    ),
  )
}

async function testOf(expected: Expected, get: Get): Promise<(result: Result) => boolean> {
  if ('about' in expected) return ({ matter_title }) => matter_title === expected.about
  if ('matter' in expected)
    return belongsTo(expected.matter, await get(`matters/${expected.matter}`))
  if ('slug' in expected)
    return ({ type, slug }) => type === expected.type && slug === expected.slug
  return ({ type, title }) => type === expected.type && title === expected.title
}

/** The matter, its agenda items and motions, and the sections of its texts and of minutes about it. */
function belongsTo(matter: string, { title, agenda_items, motions }: Json) {
  const items: Result[] = agenda_items
  const slugs = new Set([...items, ...(motions as Result[])].map(({ slug }) => slug))
  const titles = new Set([title, ...items.map((item) => item.title)])
  return (result: Result): boolean => {
    if (result.matter_slug === matter) return true
    if (result.type === 'matter') return result.slug === matter
    if (result.type !== 'document_section') return slugs.has(result.slug)
    return result.slug.startsWith(`${matter}-`) || titles.has(result.title.replace(/^[\d.]+ /, ''))
  }
}
