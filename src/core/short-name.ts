const kinds = [
  ...['corporation', 'city', 'town', 'village', 'resort village', 'hamlet', 'township', 'parish'],
  ...['county', 'borough', 'district', 'municipality', 'regional municipality'],
  ...['rural municipality', 'ville', 'municipalité', 'village', 'canton', 'paroisse', 'comté'],
]
const generic = new RegExp(
  `^(?:the )?(?:(?:${kinds.join('|')}) (?:of (?:the )?|de |du |des |d['’]))+`,
  'i',
)

/** What a municipality is called in short: Ottawa for City of Ottawa, Lowmere for Town of Lowmere (sample). */
export function shortNameOf(municipality: string): string {
  const bare = municipality.replace(/ \([^()]*\)$/, '')
  return bare.replace(generic, '').trim() || municipality
}
