import { de } from '../../site/words/grammar.ts'
import type { LawWords } from './laws.en.ts'

/** Feminine nouns. */
function lawWords(one: string, many: string): LawWords {
  const capital = (noun: string) => noun.slice(0, 1).toUpperCase() + noun.slice(1)
  return {
    name: capital(one),
    title: capital(many),
    description: (council) => `${capital(many)} ${de(council)}, par numéro, titre, état et année.`,
    none: `Non consigné\u00a0: les données importées ne contiennent pas ${de(many)}. Le conseil en a peut-être.`,
    noneSuch: `Aucune ${one} consignée ne correspond à ces filtres.`,
    stepsDerived: `Les données importées n’ont pas d’étapes. Voici les réunions où cette ${one} ou ses rapports figuraient à l’ordre du jour, et les décisions prises.`,
    noSteps: `Non consigné\u00a0: les données importées n’ont ni rapport, ni réunion, ni motion qui mentionne cette ${one}.`,
    noMatters: `Non consigné\u00a0: aucun rapport consigné n’est associé à cette ${one}.`,
    official: `${capital(one)}, sur le site du conseil`,
    missing: `${capital(one)} introuvable`,
    missingText: (council) => `Les données ${de(council)} ne contiennent pas ${de(one)} de ce nom.`,
  }
}

export const otherLaws = {
  local_law: lawWords('loi locale', 'lois locales'),
  ordinance: lawWords('ordonnance', 'ordonnances'),
}
