/** Folded words before the names of council members, which are no part of them. */
export const personTitles: ReadonlySet<string> = new Set([
  ...['councillor', 'councilor', 'cllr', 'alderman', 'mayor', 'deputy'],
  ...['conseiller', 'conseillere', 'maire', 'mairesse', 'echevin', 'echevine'],
])

const rank =
  '(?:acting|deputy|vice|pro[ -]tem(?:pore)?|interim|former|regional|honorary|co|suppléante?|ancien(?:ne)?)'
const offices = [
  String.raw`council+ors?|cllrs?\.?|council ?(?:members?|m[ae]n|wom[ae]n|persons?)|alder(?:m[ae]n|wom[ae]n|persons?)`,
  String.raw`mayor|reeve|warden|president|speaker|chair(?:man|woman|person)?|commissioner|trustee|supervisor|ald\.`,
  'conseill(?:er|ère)s?|mair(?:e|esse)|échevine?s?|préfète?|présidente?',
].join('|')
/** An office before the name of one who moves something: "Vice-Chair", "Deputy Mayor and Acting Chair". */
export const officeTitle = String.raw`(?:(?:la |le |l['’])?(?:${rank}[ -]+)*(?:${offices})(?:[ -]${rank})?(?![\p{L}'’])(?:(?:(?: (?:and|et|&)|,)? |/ ?)(?=(?:${rank}[ -]+)*(?:${offices})(?![\p{L}'’])))?)+`
