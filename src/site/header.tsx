import { queryLengthMax } from '../http/schema-types.ts'
import { type Address, pathIn, pathOf } from './address.ts'
import { assets } from './assets.ts'
import {
  type CouncilHeader,
  languageOf,
  type OptionalHeader,
  useFace,
  useFaceParts,
} from './face.tsx'
import { type SiteLocale, siteLocales, useSiteLocale } from './locale.ts'

export interface HeaderProps extends OptionalHeader {
  /** The page that other languages are linked to; absent if there is none. */
  other: Pick<Address, 'path' | 'query'> | undefined
}

const menuId = 'menu'

/** Whose site it is, the search, the languages and the sections; on a phone the sections are behind a button. */
export function Header({ council, sections, search, other }: HeaderProps) {
  const locale = useSiteLocale()
  const { layout } = locale.words
  return (
    <header class="site">
      <Brand council={council} />
      {other !== undefined && (
        <nav class="top" aria-label={layout.languages}>
          <OtherLanguages {...other} />
        </nav>
      )}
      <button class="menu" type="button" popovertarget={menuId}>
        {layout.menu}
      </button>
      {search !== undefined && <SearchBox {...search} />}
      <Sections {...(sections ?? siteSections(locale))} />
    </header>
  )
}

/** Of a site with several councils, or none. */
export function siteSections(locale: SiteLocale): CouncilHeader['sections'] {
  const { layout, home } = locale.words
  return {
    label: layout.site,
    sections: [
      { path: pathIn(locale, '/'), name: home.councils },
      { path: pathIn(locale, '/docs'), name: layout.developers },
    ],
    current: undefined,
  }
}

/** The crest and the name of the site; of the council where that is not the site's own. */
function Brand({ council }: Pick<OptionalHeader, 'council'>) {
  const { branding, operator } = useFace()
  const { crest, name: siteName } = useFaceParts()
  const { words, language } = useSiteLocale()
  const homePath = useHomePath()
  const isNamed = branding.name !== null
  const isSite = council === undefined || (council.isOnly && isNamed)
  const hasName = isNamed || operator.operatorName !== null
  const ownName = hasName ? siteName : { text: words.layout.records, language: null }
  const name = isSite ? ownName : { text: council.name, language: null }
  const hasSeveral = council?.isOnly === false
  return (
    <div class="brand">
      {crest !== '' && <span dangerouslySetInnerHTML={{ __html: crest }} />}
      {crest === '' && council?.isSample === true && (
        <img src={assets.sampleCrest.path} width="37" height="44" alt="" />
      )}
      <div>
        <a class="name" href={council?.path ?? homePath} {...languageOf(name, language)}>
          {name.text}
        </a>
        {hasSeveral ? (
          <a class="under" href={homePath}>
            {ownName.text}
          </a>
        ) : (
          (council !== undefined || isNamed) && <span class="under">{words.layout.record}</span>
        )}
      </div>
    </div>
  )
}

/** The path of the home page in the language of the page. */
function useHomePath(): string {
  const { branding } = useFace()
  return pathOf({ path: '/' }, useSiteLocale(), branding)
}

export function HomeLink({ text }: { text: string }) {
  return <a href={useHomePath()}>{text}</a>
}

/** Links to the page in the other languages of the site. */
function OtherLanguages({ path, query = '' }: Pick<Address, 'path' | 'query'>) {
  const { language: current } = useSiteLocale()
  const { branding } = useFace()
  const others = siteLocales.filter(
    ({ language }) => language !== current && branding.languages.includes(language),
  )
  return others.map((locale) => {
    const { language, words } = locale
    const href = pathOf({ path, query }, locale, branding)
    return (
      <a key={language} href={href} lang={language} hreflang={language}>
        {words.layout.language}
      </a>
    )
  })
}

function SearchBox({ action, label, submit, hint = label, value }: CouncilHeader['search']) {
  const box = { 'aria-label': label, placeholder: hint, value, maxLength: queryLengthMax }
  return (
    <search>
      <form action={action} method="get">
        <input type="search" name="q" {...box} />
        <button type="submit">{submit}</button>
      </form>
    </search>
  )
}

/** A popover needs no script; a browser without popovers shows the links. */
function Sections({ label, sections, current }: CouncilHeader['sections']) {
  const { layout } = useSiteLocale().words
  const { headerLinks } = useFaceParts()
  return (
    <nav class="sections" id={menuId} popover="auto" aria-label={label}>
      <button class="menu" type="button" popovertarget={menuId} popovertargetaction="hide">
        {layout.close}
      </button>
      {sections.map(({ path, name }) => (
        <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
      {headerLinks !== '' && <span class="own" dangerouslySetInnerHTML={{ __html: headerLinks }} />}
    </nav>
  )
}
