import { foldText } from '../../core/fold.ts'

const titles = [
  ...['adjournment', 'inquiries', 'invocation', 'regrets', 'roll call', 'national anthem'],
  ...['(other|new|unfinished) business', 'next meeting', 'petitions( and communications)?'],
  ...['communications', 'call to order.*', 'in[- ]camera( items?| session| reports?)?'],
  ...['there (were|was|are|is) no .*', 'declarations? of (pecuniary |conflicts? of )?interest.*'],
  ...['(adoption|approval|confirmation) of (the )?(agenda|minutes).*', 'notices? of motions?'],
  ...['notices? of motions? \\(for consideration.*', 'levee de la seance', 'ajournement'],
  ...['appel( nominal)?', 'absences?', 'huis clos', 'hymne national', 'prochaine reunion'],
  ...['autres? (questions|affaires)', 'avis de motions?', "declarations? d'interets?.*"],
  ...[
    "(adoption|approbation|ratification) (de l'ordre du jour|des? proces-verba.*|du proces-verbal.*)",
  ],
]
const procedural = new RegExp(`^[\\d.\\s]*(${titles.join('|')})[.:]?$`)

/** Whether a title is that of a step in every meeting, such as the roll call. */
export const isProcedural = (title: string): boolean => procedural.test(foldText(title.trim()))
