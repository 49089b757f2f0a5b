import { de, pluriel } from '../../site/words/grammar.ts'
import type { Words } from './en.ts'

/** The words of the page about the attendance of a whole body in French. */
export const attendanceWords: Pick<Words, 'attendance'> = {
  attendance: {
    title: 'Présence aux réunions',
    all: 'Présence de tous les membres',
    description: (council) =>
      `Quels membres ${de(council)} ont assisté à quelle réunion, côte à côte.`,
    lead: (body, year) => `${body}, ${year}`,
    none: 'Non consigné : aucun appel nominal de cet organe n’est consigné.',
    noneInYear: (year) =>
      `Non consigné : aucun appel nominal d’une réunion de cet organe en ${year} n’est consigné.`,
    noneHeld: (year) => `Aucune réunion de cet organe en ${year} n’est consignée.`,
    atVotes:
      'Les données disent par contre qui était absent lors des votes enregistrés, ce qui n’est pas la même chose : {members}.',
    membersByAbsences: 'membres selon leurs absences aux votes',
    year: 'Année',
    latest: 'Dernière (cinq réunions)',
    caption: 'Qui a assisté à quelle réunion',
    attended: 'Suivies',
    states: {
      present: 'présence',
      absent: 'absence',
      part: 'présence partielle',
      remote: 'à distance',
      unknown: 'non consigné',
      none: 'pas membre',
    },
    columns: { absent: 'Absences', part: 'Présence partielle', remote: 'À distance' },
    absentAt: '(absence : {sessions})',
    withReason: (state, reason) => `${state} : ${reason}`,
    recorded: (meetings, recorded, all) =>
      `Un appel nominal est consigné pour ${recorded} ${pluriel(meetings, 'réunion', 'réunions')} sur ${all} ; les réunions annulées ou reportées n’y figurent pas.`,
    counted:
      'Les réunions suivies portent sur celles dont l’appel nominal nomme le membre. Qui n’y est pas nommé n’est ni présent ni absent.',
    noSeats:
      'Les données ne disent pas qui siégeait dans cet organe : toutes les personnes des appels nominaux figurent donc ici.',
    others: (people) => `Aussi dans les appels nominaux, sans siège consigné : ${people}.`,
    other: (name, part) => `${name} (${part})`,
    latestMeetings: (shown, all) =>
      `Le tableau montre les ${shown} dernières réunions sur ${all}, et la feuille de calcul les contient toutes ; les nombres portent sur toutes.`,
    firstMembers: (shown, all) =>
      `Les tableaux montrent ${shown} personnes sur ${all}, par nom, et la feuille de calcul les contient toutes.`,
    missed: 'Absences',
    missedText:
      'Les personnes le plus souvent absentes d’abord, avec les motifs que donne la source.',
    noneMissed:
      'Les appels nominaux consignés ne signalent ni absence, ni retard, ni présence à distance.',
  },
}
