import { foldText } from '../../core/fold.ts'
import { stemOf } from './stems.ts'

/** Words of council life that mean the same, by the reason. */
const table: Readonly<Record<string, string>> = {
  'short form': `
    lrt = light rail transit, lrt = light rail, brt = bus rapid transit, ev = electric vehicle,
    adu = accessory dwelling unit, bia = business improvement area,
    bid = business improvement district, ltc = long-term care, rfp = request for proposals,
    dei = diversity equity inclusion, nypd = police department, fdny = fire department,
    mta = metropolitan transportation authority, nycha = housing authority,
    cctv = surveillance camera, rcmp = royal canadian mounted police,
    ai = artificial intelligence, ghg = greenhouse gas, condo = condominium`,
  'everyday word for the term of the record': `
    airbnb = short-term rental, uber = ride-hailing, taxi = vehicle for hire,
    daycare = child care, kindergarten = early childhood, nursing home = long-term care,
    homeless = unhoused, homeless shelter = overnight shelter, encampment = tents,
    encampment = living outdoors, garbage = waste, trash = waste, trash = garbage,
    compost = organic waste, recycling = blue box, bike = bicycle, bike = cycling,
    bicycle = cycling, cyclist = cycling, scooter = micromobility,
    crosswalk = pedestrian crossing,
    speed camera = automated speed enforcement, parking ticket = parking penalty,
    traffic light = traffic signal, pothole = road maintenance, plowing = winter maintenance,
    cop = police, salary = remuneration, salary = compensation,
    pay = remuneration, pay raise = remuneration, cut = reduction, ban = prohibit,
    ban = prohibition, cashless = accept cash, cashless = cash payment, rent = rental,
    tenant = renter, tenant = lessee, landlord = property owner, apartment = dwelling,
    apartment = multi-unit, house = dwelling, housing = dwelling, rezoning = zoning amendment,
    rezoning = zoning, developer = applicant, highrise = storeys, tall building = storeys,
    buyout = purchase, chicken = hen, dog park = off-leash, rink = ice surface,
    swimming pool = aquatic, cannabis = marijuana, weed = cannabis, e-cigarette = vaping,
    safe injection = supervised consumption, gun = firearm, jail = correctional facility,
    climate change = climate, sewage = wastewater, sewer = wastewater,
    sidewalk dining = outdoor dining, gay = lgbtq, immigrant = newcomer, native = indigenous,
    senior = older adult, elderly = senior, disabled = accessibility, wifi = internet,
    fine = penalty`,
  'a pedestrian walks there': `
    sidewalk = pedestrian`,
  'a kind of it': `
    bus = transit, subway = transit, eviction = renoviction`,
  'snow is cleared in winter control': `
    snow = winter`,
  'Canadian and American term': `
    heritage = landmark, patio = outdoor dining`,
  'there is ice in it': `
    arena = ice`,
  'another spelling': `
    licence = license, colour = color, centre = center,
    neighbourhood = neighborhood, harbour = harbor, cheque = check`,
  'what they cause': `
    opioid = overdose`,
  'what it is managed as': `
    flood = stormwater`,
  'what budgets call its sum': `
    property tax = levy`,
  'French and English': `
    reglement = by-law, reglement municipal = by-law, reglements municipaux = by-law,
    bruit = noise, logement = housing, abordable = affordable,
    subvention = grant, banque alimentaire = food bank, vitesse = speed, scolaire = school,
    ecole = school, taxe fonciere = property tax, impot foncier = property tax,
    cimetiere = cemetery, rue = street, stationnement = parking, velo = bike, velo = cycling,
    piste cyclable = bike lane, autobus = bus, transport en commun = transit, dechets = waste,
    ordures = waste, eau = water, egout = sewer, arbre = tree, chien = dog,
    bibliotheque = library, incendie = fire, pompier = firefighter, neige = snow,
    trottoir = sidewalk, garderie = child care, sans-abri = homeless, refuge = shelter,
    zonage = zoning, patrimoine = heritage, loyer = rent, locataire = tenant`,
}

/** Words that find each other, with the reason; a synonym weighs less than the word. */
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
