import { createHash } from 'node:crypto'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import {
  type Branding,
  defaultBranding,
  type LiveBranding,
  type SiteText,
} from '../core/branding.ts'
import type { Language } from '../core/languages.ts'
import type { Operator } from '../core/operator.ts'
import type { StaticDocument } from '../http/static-document.ts'
import { type Asset, documentOf, embedStyleOf, styleOf } from './assets.ts'
import { useSiteLocale } from './locale.ts'

/** What every page shows of whom the site belongs to, made once for a site file. */
export interface Face {
  operator: Operator
  branding: Branding
  style: Asset
  embedStyle: string
  /** Of `embedStyle`, as a policy of content names it. */
  embedStyleDigest: string
  /** The assets of this site by path. */
  files: ReadonlyMap<string, StaticDocument>
}

declare module 'fastify' {
  interface FastifyInstance {
    face: LiveFace
  }
}

/** The face of the branding in force. */
export class LiveFace {
  readonly #operator: Operator
  readonly #branding: LiveBranding
  #face: Face | undefined

  constructor(operator: Operator, branding: LiveBranding) {
    this.#operator = operator
    this.#branding = branding
  }

  get current(): Face {
    const branding = this.#branding.current
    if (this.#face?.branding !== branding) this.#face = faceOf(this.#operator, branding)
    return this.#face
  }
}

function faceOf(operator: Operator, branding: Branding): Face {
  const style = styleOf(branding.palettes)
  const embedStyle = embedStyleOf(branding.palettes)
  const embedStyleDigest = createHash('sha256').update(embedStyle).digest('base64')
  const files = new Map([style].map((asset) => [asset.path, documentOf(asset)]))
  return { operator, branding, style, embedStyle, embedStyleDigest, files }
}

const noOperator = { operatorName: null, operatorContact: null, sourceUrl: null }

export const FaceContext = createContext<Face>(faceOf(noOperator, defaultBranding))

export const useFace = () => useContext(FaceContext)

/** Without a site file and an operator. */
const productName = 'Reeve'

/** The name of the site, in a language. */
export function siteNameOf({ branding, operator }: Face, language: Language): SiteText {
  return branding.name?.[language] ?? nameless(operator)
}

/** The name in titles. */
export function shortNameOf(face: Face, language: Language): SiteText {
  return face.branding.shortName?.[language] ?? siteNameOf(face, language)
}

const nameless = ({ operatorName }: Operator): SiteText => ({
  text: operatorName ?? productName,
  language: null,
})

/** The name of the site in the language of the page. */
export function useSiteName(): SiteText {
  return siteNameOf(useFace(), useSiteLocale().language)
}
