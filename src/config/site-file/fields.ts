interface SiteField {
  /** What its value must be. */
  takes: string
  meaning: string
}

const [nameMax, shortNameMax] = [80, 30]

/** The rules of one line of text, by field. */
export const lineMax = { name: nameMax, short_name: shortNameMax } as const

const colour = 'a colour in quotes, such as "#0b4a43"'

/** Every field of the site file. docs/reference/site-file.md is generated from this. */
export const siteFields = {
  name: {
    takes: `a name of up to ${nameMax} characters`,
    meaning: 'Whose site it is, in the header of every page, in titles and in shared links.',
  },
  short_name: {
    takes: `a name of up to ${shortNameMax} characters`,
    meaning: 'The name in the titles of browser tabs, and in the header of a phone.',
  },
  accent: {
    takes: colour,
    meaning:
      'The colour of the site, from which those of both themes are made. White text must be readable on it (4.5 to 1, WCAG 2.2 AA).',
  },
  first_language: {
    takes: 'en or fr',
    meaning: 'The language of the home page for visitors who open the URL of the site.',
  },
} as const satisfies Record<string, SiteField>

export type SiteFieldName = keyof typeof siteFields
