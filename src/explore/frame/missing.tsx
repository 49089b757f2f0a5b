import { Page } from '../../site/layout.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { type Locale, LocaleContext } from '../locale.ts'
import { EnglishText } from '../parts/english-text.tsx'
import { paths } from '../paths.ts'
import type { ExplorePage, Missing, Visit } from '../visit.ts'
import { CouncilPage } from './council-page.tsx'

/** The page for a council that is not served. */
export function missingCouncil(locale: Locale) {
  const { missing } = locale.words
  return (
    <LocaleContext.Provider value={locale}>
      <Page title={missing.council} locale={locale} switchTo="/">
        <h1>{missing.council}</h1>
        <p>
          <Phrase
            text={missing.councilText}
            values={{ home: <a href={locale.prefix || '/'}>{missing.home}</a> }}
          />
        </p>
      </Page>
    </LocaleContext.Provider>
  )
}

/** The page for a record that the council does not have. */
export function missingRecord(visit: Visit, kind: Missing['kind']) {
  const { missing } = visit.locale.words
  return (
    <CouncilPage visit={visit} title={missing[kind]} unlisted isMissing>
      <h1>{missing[kind]}</h1>
      <p>{missing[`${kind}Text`](visit.municipality.name)}</p>
      <p>
        <a href={paths.overview(visit.municipality)}>{missing.instead}</a>
      </p>
    </CouncilPage>
  )
}

/** The page for a query that is not valid; `message` names the parameter and what it takes. */
export function invalidFilterPage(visit: Visit, message: string, help: ExplorePage['help']) {
  const { missing } = visit.locale.words
  return (
    <CouncilPage visit={visit} title={missing.filter} unlisted>
      <h1>{missing.filter}</h1>
      <EnglishText text={message} />
      <p>
        <a href={visit.path}>{missing.withoutFilter}</a>
      </p>
      {help?.(visit)}
    </CouncilPage>
  )
}
