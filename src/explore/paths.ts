import type { Municipality } from '../http/municipality.ts'

type Council = Pick<Municipality, 'slug'>

/** The pages of a council; a record without a page here has none yet. */
export const paths = {
  coverage: ({ slug }: Council) => `/${slug}/coverage`,
  overview: ({ slug }: Council) => `/${slug}`,
  meetings: ({ slug }: Council) => `/${slug}/meetings`,
  meeting: ({ slug }: Council, meeting: string) => `/${slug}/meetings/${meeting}`,
  votes: ({ slug }: Council) => `/${slug}/votes`,
  motions: ({ slug }: Council) => `/${slug}/motions`,
  search: ({ slug }: Council) => `/${slug}/search`,
  people: ({ slug }: Council) => `/${slug}/people`,
  person: ({ slug }: Council, person: string) => `/${slug}/people/${person}`,
  /** With whom a person can be compared. */
  others: ({ slug }: Council, person: string) => `/${slug}/people/${person}/compare`,
  /** One URL for both orders of two people. */
  compare: ({ slug }: Council, one: string, other: string) => {
    const [first, second] = [one, other].sort()
    return `/${slug}/people/${first}/compare/${second}`
  },
  motion: ({ slug }: Council, motion: string) => `/${slug}/motions/${motion}`,
  bylaws: ({ slug }: Council) => `/${slug}/bylaws`,
  bylaw: ({ slug }: Council, bylaw: string) => `/${slug}/bylaws/${bylaw}`,
  bodies: ({ slug }: Council) => `/${slug}/bodies`,
  body: ({ slug }: Council, body: string) => `/${slug}/bodies/${body}`,
  matters: ({ slug }: Council) => `/${slug}/matters`,
  matter: ({ slug }: Council, matter: string) => `/${slug}/matters/${matter}`,
}
