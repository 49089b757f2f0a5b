import { foldText } from '../../core/fold.ts'
import { stemOf } from './stems.ts'

const short = 'short form'
const everyday = 'everyday word for the term of the record'
const spelling = 'another spelling'
const french = 'French and English'

/** Words of council life that find each other, with the reason; a synonym weighs less than the word. */
export const synonymPairs: readonly (readonly [one: string, other: string, reason: string])[] = [
  ['lrt', 'light rail transit', short],
  ['lrt', 'light rail', short],
  ['brt', 'bus rapid transit', short],
  ['ev', 'electric vehicle', short],
  ['adu', 'accessory dwelling unit', short],
  ['bia', 'business improvement area', short],
  ['bid', 'business improvement district', short],
  ['ltc', 'long-term care', short],
  ['rfp', 'request for proposals', short],
  ['dei', 'diversity equity inclusion', short],
  ['nypd', 'police department', short],
  ['fdny', 'fire department', short],
  ['mta', 'metropolitan transportation authority', short],
  ['nycha', 'housing authority', short],
  ['cctv', 'surveillance camera', short],
  ['rcmp', 'royal canadian mounted police', short],
  ['ai', 'artificial intelligence', short],
  ['ghg', 'greenhouse gas', short],
  ['airbnb', 'short-term rental', everyday],
  ['uber', 'ride-hailing', everyday],
  ['taxi', 'vehicle for hire', everyday],
  ['daycare', 'child care', everyday],
  ['kindergarten', 'early childhood', everyday],
  ['nursing home', 'long-term care', everyday],
  ['homeless', 'unhoused', everyday],
  ['homeless shelter', 'overnight shelter', everyday],
  ['encampment', 'tents', everyday],
  ['encampment', 'living outdoors', everyday],
  ['garbage', 'waste', everyday],
  ['trash', 'waste', everyday],
  ['trash', 'garbage', everyday],
  ['compost', 'organic waste', everyday],
  ['recycling', 'blue box', everyday],
  ['bike', 'bicycle', everyday],
  ['bike', 'cycling', everyday],
  ['bicycle', 'cycling', everyday],
  ['cyclist', 'cycling', everyday],
  ['scooter', 'micromobility', everyday],
  ['sidewalk', 'pedestrian', 'a pedestrian walks there'],
  ['crosswalk', 'pedestrian crossing', everyday],
  ['bus', 'transit', 'a kind of it'],
  ['subway', 'transit', 'a kind of it'],
  ['speeding', 'speed', everyday],
  ['speed camera', 'automated speed enforcement', everyday],
  ['parking ticket', 'parking penalty', everyday],
  ['traffic light', 'traffic signal', everyday],
  ['pothole', 'road maintenance', everyday],
  ['snow', 'winter', 'snow is cleared in winter control'],
  ['plowing', 'winter maintenance', everyday],
  ['police', 'policing', everyday],
  ['cop', 'police', everyday],
  ['salary', 'remuneration', everyday],
  ['salary', 'compensation', everyday],
  ['pay', 'remuneration', everyday],
  ['pay raise', 'remuneration', everyday],
  ['cut', 'reduction', everyday],
  ['ban', 'prohibit', everyday],
  ['ban', 'prohibition', everyday],
  ['cashless', 'accept cash', everyday],
  ['cashless', 'cash payment', everyday],
  ['rent', 'rental', everyday],
  ['tenant', 'renter', everyday],
  ['tenant', 'lessee', everyday],
  ['landlord', 'property owner', everyday],
  ['eviction', 'renoviction', 'a kind of it'],
  ['apartment', 'dwelling', everyday],
  ['apartment', 'multi-unit', everyday],
  ['condo', 'condominium', short],
  ['house', 'dwelling', everyday],
  ['housing', 'dwelling', everyday],
  ['rezoning', 'zoning amendment', everyday],
  ['rezoning', 'zoning', everyday],
  ['developer', 'applicant', everyday],
  ['highrise', 'storeys', everyday],
  ['tall building', 'storeys', everyday],
  ['heritage', 'landmark', 'Canadian and American term'],
  ['buyout', 'purchase', everyday],
  ['chicken', 'hen', everyday],
  ['dog park', 'off-leash', everyday],
  ['rink', 'ice surface', everyday],
  ['arena', 'ice', 'there is ice in it'],
  ['swimming pool', 'aquatic', everyday],
  ['cannabis', 'marijuana', everyday],
  ['weed', 'cannabis', everyday],
  ['vape', 'vaping', spelling],
  ['e-cigarette', 'vaping', everyday],
  ['opioid', 'overdose', 'what they cause'],
  ['safe injection', 'supervised consumption', everyday],
  ['gun', 'firearm', everyday],
  ['jail', 'correctional facility', everyday],
  ['climate change', 'climate', everyday],
  ['flood', 'stormwater', 'what it is managed as'],
  ['sewage', 'wastewater', everyday],
  ['sewer', 'wastewater', everyday],
  ['sidewalk dining', 'outdoor dining', everyday],
  ['patio', 'outdoor dining', 'Canadian and American term'],
  ['gay', 'lgbtq', everyday],
  ['immigrant', 'newcomer', everyday],
  ['native', 'indigenous', everyday],
  ['senior', 'older adult', everyday],
  ['elderly', 'senior', everyday],
  ['disabled', 'accessibility', everyday],
  ['wifi', 'internet', everyday],
  ['fine', 'penalty', everyday],
  ['property tax', 'levy', 'what budgets call its sum'],
  ['licence', 'license', spelling],
  ['colour', 'color', spelling],
  ['centre', 'center', spelling],
  ['neighbourhood', 'neighborhood', spelling],
  ['harbour', 'harbor', spelling],
  ['cheque', 'check', spelling],
  ['reglement', 'by-law', french],
  ['bruit', 'noise', french],
  ['logement', 'housing', french],
  ['abordable', 'affordable', french],
  ['subvention', 'grant', french],
  ['banque alimentaire', 'food bank', french],
  ['vitesse', 'speed', french],
  ['scolaire', 'school', french],
  ['ecole', 'school', french],
  ['taxe', 'tax', french],
  ['taxe fonciere', 'property tax', french],
  ['impot foncier', 'property tax', french],
  ['cimetiere', 'cemetery', french],
  ['rue', 'street', french],
  ['stationnement', 'parking', french],
  ['velo', 'bike', french],
  ['velo', 'cycling', french],
  ['piste cyclable', 'bike lane', french],
  ['autobus', 'bus', french],
  ['transport en commun', 'transit', french],
  ['dechets', 'waste', french],
  ['ordures', 'waste', french],
  ['eau', 'water', french],
  ['egout', 'sewer', french],
  ['arbre', 'tree', french],
  ['chien', 'dog', french],
  ['bibliotheque', 'library', french],
  ['incendie', 'fire', french],
  ['pompier', 'firefighter', french],
  ['neige', 'snow', french],
  ['trottoir', 'sidewalk', french],
  ['garderie', 'child care', french],
  ['sans-abri', 'homeless', french],
  ['refuge', 'shelter', french],
  ['zonage', 'zoning', french],
  ['patrimoine', 'heritage', french],
  ['loyer', 'rent', french],
  ['locataire', 'tenant', french],
]

const meaning = (words: readonly string[]): string =>
  words.map((word) => stemOf(word, 'en')).join(' ')

/** The words of each synonym by the words that it stands for, in their English form. */
const synonyms = new Map<string, string[][]>()
for (const [one, other] of synonymPairs)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const [key, words] = [meaning(partsOf(from)), partsOf(to)]
    synonyms.set(key, [...(synonyms.get(key) ?? []), words])
  }

function partsOf(text: string): string[] {
  return foldText(text).replace('by-law', 'bylaw').split(/[ -]/)
}

const wordsMax = 3

/** The synonyms of each of these words, alone or with those beside it. */
export function synonymsOf(words: readonly string[]): string[][][] {
  return words.map((_, at) =>
    Array.from({ length: wordsMax }, (_, more) => more + 1).flatMap((length) =>
      Array.from({ length }, (_, before) => at - before)
        .filter((first) => first >= 0 && first + length <= words.length)
        .flatMap((first) => synonyms.get(meaning(words.slice(first, first + length))) ?? []),
    ),
  )
}
