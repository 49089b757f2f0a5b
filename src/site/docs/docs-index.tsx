import { pathIn } from '../address.ts'
import { EnglishLink } from '../english-link.tsx'
import { InLanguage } from '../in-language.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import type { DocGroup, Library } from './library.ts'

/** The search box of the documentation. */
export const docsSearch = (locale: SiteLocale, value?: string) => ({
  ...{ action: pathIn(locale, '/docs'), label: locale.words.docs.search },
  ...{ submit: locale.words.docs.submit, ...(value !== undefined && { value }) },
})

interface DocsIndexProps {
  locale: SiteLocale
  siteUrl: string
  /** Whether assistants can ask. */
  mcp: boolean
  library: Library
}

/** `/docs`: every page of the documentation by group. */
export function DocsIndex({ locale, siteUrl, mcp, library }: DocsIndexProps) {
  const { title, description } = locale.words.docs
  const own = library.filter(({ language }) => language === locale.language)
  const others = library.filter(({ language }) => language !== locale.language)
  return (
    <Page
      {...{ title, description, locale }}
      address={{ siteUrl, path: '/docs' }}
      part="/docs"
      search={docsSearch(locale)}
    >
      <h1>{title}</h1>
      <p class="lead">{description}</p>
      {mcp && <Assistants url={`${siteUrl}/mcp`} />}
      {own.map((group) => (
        <Group key={idOf(group)} group={group} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>{locale.words.docs.otherLanguage}</summary>
          {others.map((group) => (
            <Group key={idOf(group)} group={group} />
          ))}
        </details>
      )}
    </Page>
  )
}

/** What adds this service to an assistant. */
function Assistants({ url }: { url: string }) {
  const locale = useSiteLocale()
  const { assistants } = locale.words.docs
  const entry = JSON.stringify({ name: 'reeve', type: 'http', url })
  const lines = [
    ['Claude', assistants.claude, url],
    ['Claude Code', assistants.line, `claude mcp add --transport http reeve ${url}`],
    ['ChatGPT', assistants.chatGpt, url],
    ['VS Code', assistants.line, `code --add-mcp '${entry}'`],
  ] as const
  const link = <a href={pathIn(locale, '/docs/how-to/ask-an-assistant')}>{assistants.link}</a>
  return (
    <section aria-labelledby="assistants">
      <h2 id="assistants">{assistants.title}</h2>
      <p>
        <Phrase text={assistants.text} values={{ link }} />
      </p>
      <ul class="pages">
        {lines.map(([name, where, line]) => (
          <li key={name}>
            {`${name}${where} `}
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The id of a group: a page in French has its guides and those in English. */
export const idOf = ({ folder, language }: Pick<DocGroup, 'folder' | 'language'>) =>
  language === 'en' ? folder : `${folder}-${language}`

function Group({ group }: { group: DocGroup }) {
  const { folder, language, entries } = group
  const { words, language: shown } = useSiteLocale()
  const isOther = language !== shown
  return (
    <section aria-labelledby={idOf(group)}>
      <h2 id={idOf(group)}>
        {words.docs.groups[folder]}
        {isOther && <InLanguage language={language} />}
      </h2>
      {!(isOther && folder === 'guides') && <p>{words.docs.introductions[folder]}</p>}
      <ul
        class={folder === 'guides' ? 'cards guides' : 'pages'}
        lang={isOther ? language : undefined}
      >
        {folder === 'reference' && !isOther && <ApiLinks />}
        {entries.map(({ path, title, summary }) => (
          <li key={path} class={folder === 'guides' ? 'card' : undefined}>
            <h3>
              <a href={path} hreflang={isOther ? language : undefined}>
                {title}
              </a>
            </h3>
            {folder === 'guides' && <p>{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ApiLinks() {
  const locale = useSiteLocale()
  const { docs } = locale.words
  const explorer = <a href={pathIn(locale, '/api/v1/docs')}>{docs.explorerLink}</a>
  const openapi = <EnglishLink href="/api/v1/openapi.json">{docs.openapiLink}</EnglishLink>
  const codes = <a href={pathIn(locale, '/docs/errors#error-codes')}>{docs.codesLink}</a>
  return (
    <>
      <li>
        <Phrase text={docs.explorer} values={{ link: explorer }} />
      </li>
      <li>
        <Phrase text={docs.openapi} values={{ link: openapi }} />
      </li>
      <li>
        <Phrase text={docs.codes} values={{ link: codes }} />
      </li>
    </>
  )
}
