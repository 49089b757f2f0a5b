type Plural = (count: number, one: string, many: string) => string

/** Chooses the form for a count. */
function pluralIn(language: string): Plural {
  const rules = new Intl.PluralRules(language)
  return (count, one, many) => (rules.select(count) === 'one' ? one : many)
}

export const plural = pluralIn('en')

/** 0 and 1 are singular. */
export const pluriel = pluralIn('fr')

/** De Gatineau, d’Ottawa, d’avril: the French preposition before a name. */
export const de = (name: string): string =>
  /^[aàâeéèêiîïoôuùûœæ]/i.test(name) ? `d’${name}` : `de ${name}`
