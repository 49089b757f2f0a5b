type Plural = (count: number, one: string, many: string) => string

/** Chooses the form for a count. */
function pluralIn(language: string): Plural {
  const rules = new Intl.PluralRules(language)
  return (count, one, many) => (rules.select(count) === 'one' ? one : many)
}

export const plural = pluralIn('en')

/** 0 and 1 are singular. */
export const pluriel = pluralIn('fr')

/** De Gatineau, d’Ottawa, d’avril, de la Ville d’Ottawa: the French preposition before a name. */
export function de(name: string): string {
  if (/^(?:Ville|Municipalité) /.test(name)) return `de la ${name}`
  if (/^(?:Comté|Canton|Village) /.test(name)) return `du ${name}`
  return /^[aàâeéèêiîïoôuùûœæ]/i.test(name) ? `d’${name}` : `de ${name}`
}
