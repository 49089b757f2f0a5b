import type { Council } from './council-context.ts'

type Base = Pick<Council, 'base'>

/** The pages of a council, in the language of its base; a record without a page here has none yet. */
export const paths = {
  coverage: ({ base }: Base) => `${base}/coverage`,
  corrections: ({ base }: Base) => `${base}/corrections`,
  takedowns: ({ base }: Base) => `${base}/takedowns`,
  notes: ({ base }: Base) => `${base}/coverage/notes`,
  overview: ({ base }: Base) => base,
  follow: ({ base }: Base) => `${base}/follow`,
  meetings: ({ base }: Base) => `${base}/meetings`,
  meeting: ({ base }: Base, meeting: string) => `${base}/meetings/${meeting}`,
  /** What was changed in agendas. */
  changes: ({ base }: Base) => `${base}/changes`,
  votes: ({ base }: Base) => `${base}/votes`,
  motions: ({ base }: Base) => `${base}/motions`,
  search: ({ base }: Base) => `${base}/search`,
  people: ({ base }: Base) => `${base}/people`,
  person: ({ base }: Base, person: string) => `${base}/people/${person}`,
  attendance: ({ base }: Base) => `${base}/attendance`,
  agreement: ({ base }: Base) => `${base}/agreement`,
  registers: ({ base }: Base) => `${base}/registers`,
  register: ({ base }: Base, register: string) => `${base}/${register}`,
  decision: ({ base }: Base, slug: string) => `${base}/mayoral-decisions#${slug}`,
  /** With whom a person can be compared. */
  others: ({ base }: Base, person: string) => `${base}/people/${person}/compare`,
  /** One URL for both orders of two people. */
  compare: ({ base }: Base, one: string, other: string) => {
    const [first, second] = [one, other].sort()
    return `${base}/people/${first}/compare/${second}`
  },
  motion: ({ base }: Base, motion: string) => `${base}/motions/${motion}`,
  bylaws: ({ base }: Base) => `${base}/bylaws`,
  bylaw: ({ base }: Base, bylaw: string) => `${base}/bylaws/${bylaw}`,
  document: ({ base }: Base, document: string) => `${base}/documents/${document}`,
  bodies: ({ base }: Base) => `${base}/bodies`,
  body: ({ base }: Base, body: string) => `${base}/bodies/${body}`,
  matters: ({ base }: Base) => `${base}/matters`,
  matter: ({ base }: Base, matter: string) => `${base}/matters/${matter}`,
}
