import { plural } from '../../site/words/grammar.ts'

/** The words of the page about a whole council in English. */
export const agreementWords = {
  agreement: {
    title: 'Who votes with whom',
    description: (council: string) =>
      `How often each two members of ${council} voted alike, in one table.`,
    lead: 'Of every hundred contested votes in which both voted for or against, how many times two members voted alike. Each number leads to their votes.',
    leadAll:
      'Of every hundred recorded votes in which both voted for or against, how many times two members voted alike. Each number leads to their votes.',
    sitting: (body: string, months: string) =>
      months === ''
        ? `${body}: its members today.`
        : `${body}: its members today, and their votes there on record, ${months}.`,
    votedIn: (body: string, years: string) => `${body}: all who voted there ${years}.`,
    votedLast: (body: string, year: string) =>
      year === ''
        ? `${body}: all who voted there, because the record does not say who sits there today.`
        : `${body}: all who voted there in ${year}, with all their votes there on record. The record does not say who sits there today.`,
    years: (from: string | null, to: string | null) => {
      if (from === to) return `in ${from}`
      if (to === null) return `in ${from} or later`
      return from === null ? `in ${to} or before` : `from ${from} to ${to}`
    },
    votes: 'Votes',
    contested: 'Contested only',
    all: 'All recorded votes',
    caption: 'Voted alike, in percent',
    shades: ['under 25', '25 to 49', '50 to 69', '70 to 84', '85 to 94', '95 and more'],
    counted: (least: string, most: string) =>
      least === most
        ? `Each number is of ${least} votes that both took part in.`
        : `Each number is of ${least} to ${most} votes that both took part in.`,
    tooFew: (least: string) => `A dash stands for fewer than ${least} such votes.`,
    alone: (least: string, names: string) =>
      `Not in the table, because they share fewer than ${least} such votes with each of the others: ${names}.`,
    order:
      'The order comes from these counts alone: first the two who voted alike most often; then, at either end, the member who voted alike most often with the one at that end; of equal shares, the first by name.',
    most: 'Most often alike',
    least: 'Least often alike',
    tied: (count: number, shown: string) =>
      `And ${shown} more ${plural(count, 'pair', 'pairs')} with the same share.`,
    of: (same: string, votes: string) => `${same} of ${votes}`,
    none: 'Not recorded: no votes for or against of two members are on record here.',
    noneShared: (least: string) =>
      `Too few for percentages: no two of the members share ${least} such votes.`,
    seeAll: 'See all recorded votes',
    tooMany: (count: number, shown: string, max: string) =>
      `${shown} ${plural(count, 'person', 'people')} would be in the table, which has room for ${max}. Choose fewer years or another body, or a name to see how often that person and others voted alike.`,
  },
}
