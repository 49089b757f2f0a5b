import { foldText } from '../../core/fold.ts'
import { nameOf, type QueryTerm } from './query-terms.ts'
import { stemOf } from './stems.ts'

/** Words of council life that mean the same, by the reason. */
const table: Readonly<Record<string, string>> = {
  'short form': `
    lrt = light rail, brt = bus rapid transit, ev = electric vehicle,
    adu = accessory dwelling unit, bia = business improvement area,
    bid = business improvement district, ltc = long-term care, nypd = police department,
    fdny = fire department, mta = metropolitan transportation authority,
    nycha = housing authority, cctv = surveillance camera, rcmp = royal canadian mounted police,
    ai = artificial intelligence`,
  'everyday word for the term of the record': `
    airbnb = short-term rental, uber = ride-hailing, taxi = vehicle for hire,
    daycare = child care, nursing home = long-term care, homeless = unhoused,
    encampment = tents, encampment = living outdoors, garbage = waste, trash = waste,
    compost = organic waste, recycling = blue box, bike = bicycle, bike = cycling,
    bicycle = cycling, cyclist = cycling, crosswalk = pedestrian crossing,
    speed camera = automated speed enforcement, traffic light = traffic signal,
    pothole = road maintenance, plowing = winter maintenance, cop = police,
    salary = remuneration, salary = compensation, pay raise = remuneration, cut = reduction,
    ban = prohibit, ban = prohibition, cashless = cash payment, rent = rental, tenant = renter,
    landlord = property owner, apartment = dwelling, apartment = multi-unit, house = dwelling,
    housing = house, rezoning = zoning, developer = applicant, highrise = storeys,
    buyout = purchase, chicken = hen, dog park = off-leash,
    rink = ice surface, swimming pool = aquatic, cannabis = marijuana,
    safe injection = supervised consumption, gun = firearm, jail = correctional facility,
    climate change = climate, sewer = wastewater, sidewalk dining = outdoor dining,
    immigrant = newcomer, senior = older adult, disabled = accessibility, fine = penalty,
    pedal pub = quadricycle, bubble zone = safe access, bubble by-law = safe access,
    green bin = organics, rooming house = multi-tenant house, skate = skateboard,
    drink = alcohol, liquor = alcohol, restroom = washroom,
    toilet = washroom, toilet = bathroom, store = shop`,
  'a pedestrian walks there': `
    sidewalk = pedestrian`,
  'a kind of it': `
    bus = transit, subway = transit, eviction = renoviction, lrt = transit`,
  'snow is cleared in winter control': `
    snow = winter`,
  'what residents asked for and did not find': `
    weed = marijuana, weed = cannabis, colonoscopy = colorectal, c-section = cesarean,
    pregnant = maternity, fork = utensil, afterschool = after school, electric scooter = e-scooter,
    face scan = facial recognition, sewer lid = manhole cover, ad = advertising,
    oil and gas = fossil fuel, repair backlog = state of good repair, firefighter = fire service,
    sue = civil action`,
  'Canadian and American term': `
    heritage = landmark, patio = outdoor dining`,
  'there is ice in it': `
    arena = ice`,
  'another spelling': `
    licence = license, centre = center, neighbourhood = neighborhood`,
  'what they cause': `
    opioid = overdose`,
  'what it is managed as': `
    flood = stormwater`,
  'what budgets call its sum': `
    property tax = levy`,
  'French and English': `
    reglement = by-law, reglement municipal = by-law, reglements municipaux = by-law,
    bruit = noise, logement = housing, abordable = affordable, subvention = grant,
    banque alimentaire = food bank, vitesse = speed, scolaire = school, ecole = school,
    taxe fonciere = property tax, impot foncier = property tax, cimetiere = cemetery,
    rue = street, stationnement = parking, velo = bike, velo = cycling,
    piste cyclable = bike lane, autobus = bus, transport en commun = transit, dechets = waste,
    ordures = waste, eau = water, egout = sewer, arbre = tree, chien = dog,
    bibliotheque = library, incendie = fire, pompier = firefighter, neige = snow,
    trottoir = sidewalk, garderie = child care, sans-abri = homeless, refuge = shelter, abri = shelter,
    abri = refuge,
    zonage = zoning, patrimoine = heritage, loyer = rent, locataire = tenant,
    toilette = washroom, toilette = bathroom, itinerance = homelessness,
    famille = family, pompier = fire, annuel = annual, urgence = emergency,
    climatique = climate, publique = public, parc = park, hopital = hospital, enfant = child,
    aine = senior, sante = health, deneigement = snow,
    proces-verbal = minutes, travaux publics = public works, comite consultatif = advisory committee,
    services en francais = french language services, cantine = food truck, camion = truck,
    gardien de securite = security guard, vie nocturne = night economy, boite de nuit = nightclub,
    etage = storey, vieux port = harbour, plage = beach, medaille = tag, patinoire = rink, laisse = leash`,
}

/** Words that find each other, with the reason; a synonym weighs as much as the word. */
export const synonymPairs = Object.entries(table).flatMap(([reason, pairs]) =>
  pairs.split(',').map((pair) => {
    const [one = '', other = ''] = pair.trim().split(' = ')
    return { one, other, reason }
  }),
)

const meaning = (words: readonly string[]): string =>
  words.map((word) => stemOf(word, 'en')).join(' ')

/** The words of each synonym by the words that it stands for, in their English form. */
const synonyms = new Map<string, string[][]>()
for (const { one, other } of synonymPairs)
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

/** The synonyms of each term that is not in quotes, alone or with those beside it. */
export function synonymsOf(terms: readonly QueryTerm[]): string[][][] {
  const words = terms.map((term) => (term.isQuoted === true ? '"' : nameOf(term)))
  return words.map((_, at) =>
    Array.from({ length: wordsMax }, (_, more) => more + 1).flatMap((length) =>
      Array.from({ length }, (_, before) => at - before)
        .filter((first) => first >= 0 && first + length <= words.length)
        .flatMap((first) => synonyms.get(meaning(words.slice(first, first + length))) ?? []),
    ),
  )
}
