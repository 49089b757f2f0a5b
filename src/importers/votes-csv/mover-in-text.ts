import { foldKey } from '../../core/fold.ts'

interface Member {
  name: string
  family: string | null
}

const office = '(?:(?:deputy )?(?:mayor|speaker)|councillors?|chair|vice[- ]chair)'
/** "Motion 2 by Councillor Marsh", "Motion to Amend Item moved by Councillor Wei Marsh (Carried)". */
const by = new RegExp(
  String.raw`\bmotions?\b.*\bby ${office} (\p{Lu}[\p{L}'’. -]*?)(?= - | \(|[,;]|$)`,
  'iu',
)
/** "Marsh" of "Marsh - motion 3a" and "Mayor Marsh, Balance of Motion 1"; a name alone is that of who moved, too. */
const lead = new RegExp(
  String.raw`^(?:${office} )?(.+?)(?:,? (?:[\p{L}\d ]+ )?(?:of )?motions?\b.*)?$`,
  'iu',
)

/**
 * Who moved a motion, as a table without a column for it says it in the words of a vote; null unless that is the name of one
 * of those in the roll, and of no other.
 */
export function moverIn(text: string | null, members: readonly Member[]): string | null {
  const words = (text ?? '').slice(0, wordsMax)
  const parts = words.split(/ -|- /).map((part) => part.trim())
  const said = [by.exec(words)?.[1], ...parts.map((part) => lead.exec(part)?.[1])]
  const named = new Set(
    said.flatMap((name) => {
      const key = foldKey((name ?? '').replace(/,$/, ''))
      const found = members.filter(
        (one) => foldKey(one.family ?? '') === key || foldKey(one.name) === key,
      )
      return found.map((one) => (found.length === 1 ? one.name : ''))
    }),
  )
  const [only = null] = named
  return named.size === 1 ? only || null : null
}

/** More than a table has. */
const wordsMax = 500
