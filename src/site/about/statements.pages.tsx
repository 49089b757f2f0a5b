import type { FastifyPluginAsync } from 'fastify'
import { pathIn } from '../address.ts'
import { EnglishLink } from '../english-link.tsx'
import { ExternalLink } from '../external-link.tsx'
import { languageOf, useFace } from '../face.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, siteLocales } from '../locale.ts'
import { ContactSection, OperatorLink } from '../operator.tsx'
import { OwnText } from '../own-text.tsx'
import { Part } from '../part.tsx'
import { Phrase } from '../phrase.tsx'
import { staticPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { readConformance } from './conformance.ts'

/** `/accessibility` and `/terms`, in each language. */
export const statements: FastifyPluginAsync<SiteTools> = async (site, { config: { siteUrl } }) => {
  for (const locale of siteLocales) {
    const accessibility = staticPage(site, () => <Accessibility {...{ locale, siteUrl }} />)
    site.get(pathIn(locale, '/accessibility'), (request, reply) =>
      accessibility.send(request, reply),
    )
    const terms = staticPage(site, () => <Terms {...{ locale, siteUrl }} />)
    site.get(pathIn(locale, '/terms'), (request, reply) => terms.send(request, reply))
  }
}

interface StatementProps {
  locale: SiteLocale
  siteUrl: string
}

function Accessibility({ locale, siteUrl }: StatementProps) {
  const tested = readConformance()
  const words = locale.words.accessibility
  const { title, description } = words
  return (
    <Page {...{ title, description, locale }} address={{ siteUrl, path: '/accessibility' }}>
      <h1>{title}</h1>
      <p class="lead">{words.lead}</p>
      <OwnText of="accessibility" />
      <Part id="standard" heading={words.standard}>
        <p>{words.standardText}</p>
        <p>
          <Phrase
            text={words.tested}
            values={{
              date: <time dateTime={tested.date}>{locale.date(tested.date)}</time>,
              version: tested.version,
              pages: locale.count(tested.pages.length),
              report: (
                <EnglishLink href="/docs/reference/conformance">{words.conformance}</EnglishLink>
              ),
            }}
          />
        </p>
      </Part>
      <Part id="limits" heading={words.limits}>
        <Texts texts={words.limitsTexts} />
      </Part>
      <Part id="report" heading={words.report}>
        <p>
          <Phrase
            text={words.writeTo}
            values={{ operator: <OperatorLink about="accessibility" /> }}
          />
        </p>
      </Part>
      <Part id="complain" heading={words.complain}>
        <p>{words.complainText}</p>
      </Part>
      <ContactSection about="accessibility" heading={words.contact} />
    </Page>
  )
}

function Terms({ locale, siteUrl }: StatementProps) {
  const { terms: words, about } = locale.words
  const { title, description } = words
  return (
    <Page {...{ title, description, locale }} address={{ siteUrl, path: '/terms' }}>
      <h1>{title}</h1>
      <p class="lead">{words.lead}</p>
      <OwnText of="terms" />
      <Part id="licence" heading={words.licence}>
        <p>
          <Licence locale={locale} />
        </p>
        <p>{words.software}</p>
      </Part>
      <Part id="use" heading={words.use}>
        <Texts texts={words.useTexts} />
      </Part>
      <Part id="warranty" heading={words.promise}>
        <p>
          <strong>{about.notOfficial}</strong> {about.official} {words.promiseText}
        </p>
      </Part>
      <ContactSection about="record" heading={words.contact} />
    </Page>
  )
}

function Licence({ locale: { language, words } }: { locale: SiteLocale }) {
  const { licence } = useFace().branding
  const { licensed, unlicensed } = words.terms
  if (licence === null) return <>{unlicensed}</>
  const name = licence.text[language]
  const link = (
    <span {...languageOf(name, language)}>
      <ExternalLink href={licence.url[language].text}>{name.text}</ExternalLink>
    </span>
  )
  return <Phrase text={licensed} values={{ licence: link }} />
}

function Texts({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
