import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { outcomeVerbs } from '../../core/headings/outcome.ts'
import { InLanguage } from '../../site/in-language.tsx'
import { Page } from '../../site/layout.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { WhereToLook } from '../../site/where-to-look.tsx'
import type { Locale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { ExplorePage, Missing, Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'
import { councilHeader } from './council-header.ts'
import { CouncilPage } from './council-page.tsx'

/** Characters of a slug that are searched for. */
const searchMax = 100

/** The page for a council that is not served. */
export function missingCouncil(locale: Locale) {
  const { missing } = locale.words
  return (
    <Page title={missing.council} locale={locale} switchTo="/" hasSearch>
      <h1>{missing.council}</h1>
      <p class="lead">
        <Phrase
          text={missing.councilText}
          values={{ home: <a href={locale.prefix || '/'}>{missing.home}</a> }}
        />
      </p>
      <WhereToLook />
    </Page>
  )
}

const listsByKind = {
  motion: 'motions',
  meeting: 'meetings',
  agendaItems: 'meetings',
  person: 'people',
  comparison: 'people',
  matter: 'matters',
  bylaw: 'bylaws',
  body: 'bodies',
  document: 'bylaws',
} as const satisfies Record<Missing['kind'], keyof typeof paths>

/** The page for a record that the council does not have: the list of its kind, and a search for the words of its slug, and the sections. */
export function missingRecord(visit: Visit, kind: Missing['kind']) {
  const { missing, frame, motions } = visit.locale.words
  const list = listsByKind[kind]
  const words = (visit.params.slug ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const value = words.slice(0, searchMax)
  const { search, sections } = councilHeader(visit)
  return (
    <CouncilPage visit={visit} title={missing[kind]} unlisted isMissing isSearch>
      <h1>{missing[kind]}</h1>
      <p class="lead">{missing[`${kind}Text`](visit.municipality.name)}</p>
      <p class="row">
        <a href={paths[list](visit.municipality)}>
          {list === 'motions' ? motions.title : frame[list]}
        </a>
        <a href={paths.overview(visit.municipality)}>{missing.instead}</a>
      </p>
      <WhereToLook search={{ ...search, value }} sections={sections} />
    </CouncilPage>
  )
}

/** The page for a query that is not valid, with what is wrong in the language of the page. */
export function invalidFilterPage(visit: Visit, error: InvalidQuery, help: ExplorePage['help']) {
  const { missing } = visit.locale.words
  return (
    <CouncilPage visit={visit} title={missing.filter} unlisted>
      <h1>{missing.filter}</h1>
      <Reasons visit={visit} error={error} />
      <p>
        <a href={visit.path}>{missing.withoutFilter}</a>
      </p>
      {help?.(visit)}
    </CouncilPage>
  )
}

/** What is wrong; in English where the dictionary does not say it. */
function Reasons({ visit, error }: { visit: Visit; error: InvalidQuery }) {
  const { words, language } = visit.locale
  const reasons = reasonsFor(error, visit.query, words)
  if (reasons !== undefined) return reasons.map((reason) => <p key={reason}>{reason}</p>)
  return (
    <>
      <p>{words.missing.invalid}</p>
      <p lang={language === 'en' ? undefined : 'en'}>
        {error.message}
        <InLanguage language="en" />
      </p>
    </>
  )
}

export interface InvalidQuery {
  /** In English, as in the API. */
  message: string
  /** What the schema of the page rejected. */
  validation?: readonly FastifySchemaValidationError[] | undefined
}

/** What is wrong with each value, in the words of the page; undefined if they have no words for one of them. */
function reasonsFor(
  { validation }: InvalidQuery,
  query: Readonly<Record<string, unknown>>,
  words: Words,
): string[] | undefined {
  const reasons = validation?.map((error) => reasonFor(error, query, words.missing))
  return reasons?.every((reason) => reason !== undefined) ? [...new Set(reasons)] : undefined
}

function reasonFor(
  { keyword, instancePath, params }: FastifySchemaValidationError,
  query: Readonly<Record<string, unknown>>,
  { invalidDate, invalidWord, tooLong }: Words['missing'],
): string | undefined {
  const name = instancePath.slice(1)
  const value = String(query[name])
  if (keyword === 'format' && params.format === 'outcome-list')
    return invalidWord(name, value, outcomeVerbs.join(', '))
  if (keyword === 'format') return invalidDate(name, value)
  if (keyword === 'enum')
    return invalidWord(name, value, (params.allowedValues as string[]).join(', '))
  return keyword === 'maxLength' ? tooLong(name, String(params.limit)) : undefined
}
