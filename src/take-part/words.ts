import type { Language } from '../core/languages.ts'

interface TakePartWords {
  /** Of the link to the page of the council. */
  how: string
  noon: string
  by(day: string, time: string): string
  register(by: string): string
}

/** The words of pages, calendars and e-mails. */
export const takePartWords: Readonly<Record<Language, TakePartWords>> = {
  en: {
    how: 'How to take part',
    noon: 'noon',
    by: (day, time) => `${time} on ${day}`,
    register: (by) => `Register to speak by ${by}`,
  },
  fr: {
    how: 'Comment participer',
    noon: 'midi',
    by: (day, time) => `le ${day} à ${time}`,
    register: (by) => `Pour prendre la parole, inscrivez-vous au plus tard ${by}`,
  },
}
