/** The words that name the by-laws of a council, or what it has instead. */
export function lawWords(one: string, many: string) {
  const capital = (noun: string) => noun.slice(0, 1).toUpperCase() + noun.slice(1)
  return {
    name: capital(one),
    title: capital(many),
    description: (council: string) =>
      `${capital(many)} of ${council}, by number, title, status and year.`,
    none: `Not recorded: the imported data has no ${many}. The council may have them.`,
    noneSuch: `No ${one} on record matches these filters.`,
    stepsDerived: `The imported data has no steps. These are the meetings with this ${one} or its reports on the agenda, and what they decided.`,
    noSteps: `Not recorded: the imported data has no report, meeting or motion that names this ${one}.`,
    noMatters: `Not recorded: no report on record is linked to this ${one}.`,
    official: `${capital(one)} on the council’s site`,
    missing: `${capital(one)} not found`,
    missingText: (council: string) => `The record of ${council} has no ${one} with this name.`,
  }
}

export type LawWords = ReturnType<typeof lawWords>

/** Of councils that name theirs otherwise. */
export const otherLaws = {
  local_law: lawWords('local law', 'local laws'),
  ordinance: lawWords('ordinance', 'ordinances'),
}
