// A number or a year of a law at the beginning, and at once a word: "Local Law 012 of 2026Establishment of".
const glued =
  /^(?:(?:an?|the|une?|l[ae]) )?(?:local law|by[- ]?law|ordinance|resolution|act|loi(?: locale)?|r[eè]glement|ordonnance|arr[eê]té|r[eé]solution)(?!\p{L})[^\d]{0,20}\d[\d/-]*(?:,? (?:of|de) \d{4})?(?=\p{L})/iu
const word = /^\p{Lu}\p{Ll}{2}/u

/** A title of a law with the space that its source omits after the number. */
export function spacedLawTitle(title: string): string {
  const number = glued.exec(title)?.[0]
  if (number === undefined || !word.test(title.slice(number.length))) return title
  return `${number} ${title.slice(number.length)}`
}
