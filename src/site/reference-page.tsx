import type { ReferenceFiles } from '../http/reference-page.ts'
import { pathIn } from './address.ts'
import { EnglishLink } from './english-link.tsx'
import type { Face } from './face.tsx'
import { Page } from './layout.tsx'
import type { SiteLocale } from './locale.ts'
import { Phrase } from './phrase.tsx'
import { renderPage } from './send-page.ts'

const path = '/api/v1/docs'

interface ReferencePageProps {
  locale: SiteLocale
  siteUrl: string
}

/** `/api/v1/docs`: the interactive reference, in the frame of the site. */
export function referencePage(
  face: Face,
  { locale, siteUrl }: ReferencePageProps,
  files: ReferenceFiles,
): string {
  const words = locale.words.docs
  const textLink = (text: string) => <EnglishLink href="/docs/reference/api">{text}</EnglishLink>
  const guides = <a href={pathIn(locale, '/docs')}>{words.guides}</a>
  return renderPage(
    face,
    <Page
      title={words.apiTitle}
      description={words.apiDescription}
      locale={locale}
      address={{ siteUrl, path }}
      part={path}
      {...files}
    >
      <h1>{words.apiTitle}</h1>
      <p>
        <Phrase text={words.apiLead} values={{ text: textLink(words.asText) }} />
      </p>
      <noscript>
        <p class="notice">
          <Phrase text={words.needsScript} values={{ text: textLink(words.sameAsText), guides }} />
        </p>
      </noscript>
      <div id="swagger-ui" lang={locale.language === 'en' ? undefined : 'en'}>
        <p class="quiet loading" lang={locale.language}>
          {words.loading}
        </p>
      </div>
    </Page>,
  )
}
