interface SiteField {
  /** What its value must be. */
  takes: string
  meaning: string
}

const colour = 'a colour in quotes, such as "#0b4a43"'
const contact = 'an e-mail address or an http(s) URL'
const picture = 'the name of an SVG or PNG file of up to 64 KiB in the folder of the site file'
const prose = 'Markdown of up to 16 KiB, without HTML and pictures'
const links = (max: number) => `a list of up to ${max} links, each with text and url`

/** Every field of the site file. docs/reference/site-file.md is generated from this. */
export const siteFields = {
  name: {
    takes: 'a name of up to 80 characters',
    meaning: 'Whose site it is, in the header of every page, in titles and in shared links.',
  },
  short_name: {
    takes: 'a name of up to 30 characters',
    meaning: 'The name in the titles of browser tabs.',
  },
  'crest.light': {
    takes: picture,
    meaning:
      'The crest or logo beside the name. An SVG must have a viewBox, and no script, event handler, animation, DOCTYPE or reference to another file.',
  },
  'crest.dark': { takes: picture, meaning: 'The same for the dark theme.' },
  accent: {
    takes: colour,
    meaning:
      'The colour of the site, from which those of both themes are made. White text must be readable on it (4.5 to 1, WCAG 2.2 AA).',
  },
  first_language: {
    takes: 'en or fr',
    meaning: 'The language of the home page for visitors who open the URL of the site.',
  },
  'contacts.record': {
    takes: contact,
    meaning: 'Whom to tell about a mistake in the record. By default OPERATOR_CONTACT.',
  },
  'contacts.privacy': {
    takes: contact,
    meaning: 'Whom to ask about privacy. By default contacts.record.',
  },
  'contacts.accessibility': {
    takes: contact,
    meaning: 'Whom to tell about a barrier on a page. By default contacts.record.',
  },
  header_links: {
    takes: links(4),
    meaning: 'Links in the header, such as to the town’s own site.',
  },
  footer_links: { takes: links(12), meaning: 'Links in the footer.' },
  home_text: { takes: prose, meaning: 'A paragraph on the home page.' },
  about: { takes: prose, meaning: 'Added to /about.' },
  privacy: { takes: prose, meaning: 'Added to /privacy.' },
  terms: { takes: prose, meaning: 'Added to /terms.' },
  accessibility: { takes: prose, meaning: 'Added to /accessibility.' },
  'licence.name': {
    takes: 'a name of up to 80 characters',
    meaning: 'The licence of the record, on /terms.',
  },
  'licence.url': { takes: 'an http(s) URL', meaning: 'Its text.' },
} as const satisfies Record<string, SiteField>

/** The longest name, by field. */
export const lineMax = { name: 80, short_name: 30, 'licence.name': 80, text: 60 } as const

export const linksMax = { header_links: 4, footer_links: 12 } as const

type FieldName = keyof typeof siteFields
type TopName<Name extends string> = Name extends `${infer Top}.${string}` ? Top : Name
type SubName<Name extends string, Top extends string> = Name extends `${Top}.${infer Sub}`
  ? Sub
  : never

/** The keys of the file, without those below them. */
export const topFields = [
  ...new Set(Object.keys(siteFields).map((name) => name.split('.', 1)[0])),
] as TopName<FieldName>[]

export const subFields = <Top extends TopName<FieldName>>(top: Top) =>
  Object.keys(siteFields)
    .filter((name) => name.startsWith(`${top}.`))
    .map((name) => name.slice(top.length + 1)) as SubName<FieldName, Top>[]
