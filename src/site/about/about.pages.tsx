import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pathIn } from '../address.ts'
import { EnglishLink } from '../english-link.tsx'
import { useFace, useFaceParts } from '../face.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, siteLocales } from '../locale.ts'
import { ContactSection, OperatorLink } from '../operator.tsx'
import { OwnText } from '../own-text.tsx'
import { Part } from '../part.tsx'
import { Phrase } from '../phrase.tsx'
import { staticPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import type { SiteWords } from '../words/en.ts'

/** `/about` and `/privacy`, in each language: what the service is, and what it stores. */
export const about: FastifyPluginAsync<SiteTools> = async (site, { config }) => {
  for (const locale of siteLocales) {
    const aboutPage = staticPage(site, () => <About locale={locale} config={config} />)
    site.get(pathIn(locale, '/about'), (request, reply) => aboutPage.send(request, reply))
    const privacyPage = staticPage(site, () => <Privacy locale={locale} config={config} />)
    site.get(pathIn(locale, '/privacy'), (request, reply) => privacyPage.send(request, reply))
  }
}

interface AboutProps {
  locale: SiteLocale
  config: SiteConfig
}

function About({ locale, config: { siteUrl } }: AboutProps) {
  const words = locale.words.about
  const values = {
    operator: <OperatorLink />,
    documentation: <a href={pathIn(locale, '/docs')}>{words.documentation}</a>,
    visitors: <a href={pathIn(locale, '/privacy')}>{words.visitors}</a>,
  }
  return (
    <Page
      title={words.title}
      description={words.description}
      locale={locale}
      address={{ siteUrl, path: '/about' }}
    >
      <h1>{words.heading}</h1>
      <Lead words={words} locale={locale} />
      <OwnText of="about" />
      <Part id="records" heading={words.records}>
        <p>{words.recordsText}</p>
        <p>
          <strong>{words.notOfficial}</strong> {words.official}
        </p>
      </Part>
      <Part id="missing" heading={words.missing}>
        <ul>
          {words.meanings.map(({ term, text }) => (
            <li key={term}>
              <strong>{term}</strong>
              {text}
            </li>
          ))}
        </ul>
        <p>{words.names}</p>
      </Part>
      <Part id="corrections" heading={words.corrections}>
        <p>
          <Corrections text={words} values={values} />
        </p>
      </Part>
      <Part id="data" heading={words.data}>
        <p>
          <Phrase text={words.dataText} values={values} />
        </p>
      </Part>
      <ContactSection about="record" heading={words.contact} />
    </Page>
  )
}

/** What the site has: the record of its only council, or of several. */
function Lead({ words, locale }: { words: SiteWords['about']; locale: SiteLocale }) {
  const { only, branding } = useFace()
  const { text: siteName } = useFaceParts().name
  if (only === null) return <p class="lead">{words.lead}</p>
  const name = branding.name === null ? only[locale.language].council.name : siteName
  return <p class="lead">{words.leadOf(name)}</p>
}

interface CorrectionsProps {
  text: { tellOperator: string; writeTo: string }
  values: Record<string, ComponentChildren>
}

function Corrections({ text, values }: CorrectionsProps) {
  const { contacts } = useFace()
  return (
    <Phrase text={contacts.record === null ? text.tellOperator : text.writeTo} values={values} />
  )
}

interface PrivacyProps {
  locale: SiteLocale
  config: SiteConfig
}

/** What the service stores about visitors, account holders, and people in records. */
function Privacy({ locale, config: { siteUrl, mailFrom } }: PrivacyProps) {
  const words = locale.words.privacy
  const values = {
    operator: <OperatorLink about="privacy" />,
    page: <EnglishLink href="/docs/explanation/privacy-and-safety">{words.page}</EnglishLink>,
    summary: <a href={pathIn(locale, '/docs/reference/privacy-summary')}>{words.summary}</a>,
  }
  return (
    <Page
      title={words.title}
      description={words.description}
      locale={locale}
      address={{ siteUrl, path: '/privacy' }}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <OwnText of="privacy" />
      <Part id="visitors" heading={words.visitors}>
        <p>
          <Phrase text={words.visitorsText} values={values} />
        </p>
      </Part>
      <Part id="accounts" heading={words.accounts}>
        <ul>
          {words.accountsTexts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Part>
      {mailFrom !== null && (
        <Part id="alerts" heading={words.alerts}>
          <ul>
            {words.alertsTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part id="names" heading={words.names}>
        <p>{words.namesText}</p>
        <p>
          <Phrase text={words.removal} values={values} />
        </p>
        <p>
          <Phrase text={words.detail} values={values} />
        </p>
      </Part>
      <ContactSection about="privacy" heading={words.contact} />
    </Page>
  )
}
