/** De Gatineau, d’Ottawa, d’avril: the French preposition before a name. */
export const de = (name: string): string =>
  /^[aàâeéèêiîïoôuùûœæ]/i.test(name) ? `d’${name}` : `de ${name}`
