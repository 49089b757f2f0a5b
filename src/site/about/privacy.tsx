import { EnglishLink } from '../english-link.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { OperatorLink } from '../operator.tsx'
import { Phrase } from '../phrase.tsx'
import type { SiteConfig } from '../tools.ts'

interface PrivacyProps {
  locale: SiteLocale
  config: SiteConfig
}

/** What the service stores about visitors, account holders, and people in records. */
export function Privacy({ locale, config: { siteUrl } }: PrivacyProps) {
  const words = locale.words.privacy
  const values = {
    operator: <OperatorLink />,
    page: <EnglishLink href="/docs/explanation/privacy-and-safety">{words.page}</EnglishLink>,
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
      <h2 id="visitors">{words.visitors}</h2>
      <p>
        <Phrase text={words.visitorsText} values={values} />
      </p>
      <h2 id="accounts">{words.accounts}</h2>
      <ul>
        {words.accountsTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h2 id="names">{words.names}</h2>
      <p>{words.namesText}</p>
      <p>
        <Phrase text={words.removal} values={values} />
      </p>
      <p>
        <Phrase text={words.detail} values={values} />
      </p>
    </Page>
  )
}
