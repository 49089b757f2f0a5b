import { createHash } from 'node:crypto'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { renderToString } from 'preact-render-to-string'
import {
  type Branding,
  type Contacts,
  type Crest,
  defaultBranding,
  type LiveBranding,
  type SiteLink,
  type SiteText,
} from '../core/branding.ts'
import type { Language } from '../core/languages.ts'
import type { Operator } from '../core/operator.ts'
import type { StaticDocument } from '../http/static-document.ts'
import {
  type Asset,
  assets,
  crestAsset,
  documentOf,
  embedStyleOf,
  letterIcon,
  styleOf,
} from './assets.ts'
import { useSiteLocale } from './locale.ts'

/** What every page shows of whom the site belongs to, made once for a site file. */
export interface Face {
  operator: Operator
  branding: Branding
  contacts: Contacts
  style: Asset
  icon: Asset
  embedStyle: string
  /** Of `embedStyle`, as a policy of content names it. */
  embedStyleDigest: string
  /** The assets of this site by path. */
  files: ReadonlyMap<string, StaticDocument>
  parts: Readonly<Record<Language, FaceParts>>
  /** Null if the site has no council, or several. */
  only: CouncilHeaders | null
}

/** What the header says of a council. */
export interface CouncilHeader {
  /** The council that the page is about. */
  council: {
    name: string
    path: string
    /** Whether the site has no other council. */
    isOnly: boolean
    /** Whether it is the invented town, which has a crest of its own. */
    isSample: boolean
  }
  sections: {
    /** The accessible name. */
    label: string
    sections: readonly { path: string; name: string }[]
    /** Path of the section that is marked as current. */
    current: string | undefined
  }
  search: {
    action: string
    label: string
    submit: string
    /** What one may search for; by default the label. */
    hint?: string
    /** What was searched for. */
    value?: string
  }
}

export type OptionalHeader = { [Part in keyof CouncilHeader]?: CouncilHeader[Part] | undefined }

/** The header of a council, in each language. */
export type CouncilHeaders = Readonly<Record<Language, CouncilHeader>>

/** In one language. */
export interface FaceParts {
  name: SiteText
  shortName: SiteText
  /** HTML; empty without a crest. */
  crest: string
  /** HTML of links. */
  headerLinks: string
  footerLinks: string
}

declare module 'fastify' {
  interface FastifyInstance {
    face: LiveFace
  }
}

/** Undefined while the database is out of reach. */
type FoundHeaders = Promise<CouncilHeaders | null | undefined>

export interface HeaderSource {
  /** Of the only council; null if there are none or several. */
  findOnly(): FoundHeaders
  /** Null if there is no such council. */
  find(slug: string): FoundHeaders
}

/** The face of the branding in force, with the only council of the record. */
export class LiveFace {
  readonly #operator: Operator
  readonly #branding: LiveBranding
  readonly #headers: HeaderSource
  #only: CouncilHeaders | null = null
  #face: Face | undefined

  constructor(operator: Operator, branding: LiveBranding, headers: HeaderSource) {
    this.#operator = operator
    this.#branding = branding
    this.#headers = headers
  }

  get current(): Face {
    const branding = this.#branding.current
    if (this.#face?.branding !== branding || this.#face.only !== this.#only)
      this.#face = { ...faceOf(this.#operator, branding), only: this.#only }
    return this.#face
  }

  /** Finds the only council of the record as it is now. */
  async refresh(): Promise<void> {
    const only = await this.#headers.findOnly()
    if (only !== undefined) this.#only = only
  }

  /** The header of a council, whether or not it is the only one. */
  async headersOf(slug: string): Promise<CouncilHeaders | undefined> {
    return (await this.#headers.find(slug)) ?? undefined
  }
}

function faceOf(operator: Operator, branding: Branding): Omit<Face, 'only'> {
  const style = styleOf(branding.palettes)
  const embedStyle = embedStyleOf(branding.palettes)
  const embedStyleDigest = createHash('sha256').update(embedStyle).digest('base64')
  const crest = crestOf(branding)
  const icon = iconOf(branding, crest)
  const own = [style, icon, ...(crest === undefined ? [] : [crest.light, crest.dark])]
  const files = new Map(own.map((asset) => [asset.path, documentOf(asset)]))
  // Browsers request it by name, whatever the page says.
  files.set('/favicon.ico', documentOf(icon, 'public, max-age=86400'))
  const parts = (language: Language) => partsOf({ operator, branding, crest }, language)
  return {
    ...{ operator, branding, style, icon, embedStyle, embedStyleDigest, files },
    contacts: contactsOf(operator, branding),
    parts: { en: parts('en'), fr: parts('fr') },
  }
}

function contactsOf({ operatorContact }: Operator, { contacts }: Branding): Contacts {
  const record = contacts.record ?? operatorContact
  const { privacy, accessibility } = contacts
  return { record, privacy: privacy ?? record, accessibility: accessibility ?? record }
}

interface CrestFiles {
  light: Asset
  dark: Asset
  shape: Pick<Crest, 'width' | 'height'>
}

function crestOf({ crest }: Branding): CrestFiles | undefined {
  if (crest === null) return undefined
  const light = crestAsset(crest.light)
  return { light, dark: crest.dark === null ? light : crestAsset(crest.dark), shape: crest.light }
}

function iconOf(branding: Branding, crest: CrestFiles | undefined): Asset {
  const { name, shortName, palettes } = branding
  if (crest !== undefined) return crest.light
  const [letter] = (shortName ?? name)?.[branding.firstLanguage].text ?? ''
  return letter === undefined ? assets.icon : letterIcon(letter, palettes.light.band)
}

/** Without a site file and an operator. */
const productName = 'Reeve'

interface FaceSource {
  operator: Operator
  branding: Branding
  crest: CrestFiles | undefined
}

function partsOf({ operator, branding, crest }: FaceSource, language: Language): FaceParts {
  const operatorName = { text: operator.operatorName ?? productName, language: null }
  const name = branding.name?.[language] ?? operatorName
  const { headerLinks, footerLinks } = branding
  return {
    ...{ name, shortName: branding.shortName?.[language] ?? name },
    crest: crest === undefined ? '' : renderToString(<CrestPicture {...crest} />),
    headerLinks: renderToString(<Links links={headerLinks} language={language} />),
    footerLinks: renderToString(<Links links={footerLinks} language={language} />),
  }
}

/** CSS pixels. */
const crestHeight = 44

/** Without a text, because the name is beside it. */
function CrestPicture({ light, dark, shape }: CrestFiles) {
  const width = Math.round((crestHeight * shape.width) / shape.height)
  return (
    <picture>
      {dark !== light && <source srcset={dark.path} media="(prefers-color-scheme: dark)" />}
      <img src={light.path} width={width} height={crestHeight} alt="" />
    </picture>
  )
}

function Links({ links, language }: { links: readonly SiteLink[]; language: Language }) {
  return links.map(({ text, url }) => (
    <a
      key={text[language].text}
      href={url[language].text}
      {...languageOf(text[language], language)}
    >
      {text[language].text}
    </a>
  ))
}

/** The attribute of a text that is not in the language of the page. */
export const languageOf = (text: SiteText, page: Language) =>
  text.language === null || text.language === page ? {} : { lang: text.language }

const noOperator = { operatorName: null, operatorContact: null, sourceUrl: null }

export const FaceContext = createContext<Face>({
  ...faceOf(noOperator, defaultBranding),
  only: null,
})

export const useFace = () => useContext(FaceContext)

/** The name and the links of the site, in the language of the page. */
export const useFaceParts = (): FaceParts => useFace().parts[useSiteLocale().language]
