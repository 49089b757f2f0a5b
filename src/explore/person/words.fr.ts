import { pluriel } from '../../site/plural.ts'
import type { personWords as english } from './words.en.ts'

export const personWords: typeof english = {
  party: 'Parti',
  counts: {
    votes: 'Votes consignés',
    losing: 'Du côté perdant',
    attended: 'Présence aux réunions',
  },
  notSeated:
    'Les procès-verbaux nomment cette personne, mais aucun siège au conseil ou à un comité n’est consigné pour elle.',
  attended: (present, all) => `${present} sur ${all}`,
  coverage: (votes) =>
    `Ces nombres dépendent de ce que consignent les procès-verbaux : ${votes} Les présences proviennent de l’appel nominal du procès-verbal.`,
  moved: 'Motions proposées',
  noneMoved: 'Non consigné : aucune motion consignée ne nomme cette personne comme motionnaire.',
  latest: (shown) => `Les ${shown} dernières. L’API les fournit toutes.`,
  attendance: 'Présences',
  noAttendance: 'Non consigné : aucun appel nominal consigné ne nomme cette personne.',
  present: 'Présent(e)',
  absent: 'Absent(e)',
  meeting: 'Réunion',
  date: 'Date',
  seats: (count, shown) => `${pluriel(count, 'Siège', 'Sièges')} (${shown})`,
  body: 'Instance',
  otherNames: 'Aussi consigné sous le nom de',
  speaking: 'Temps de parole',
  speakingText: (minutes, meetings, shown) =>
    `${minutes} minutes dans ${shown} ${pluriel(meetings, 'réunion', 'réunions')} où ce temps a été mesuré.`,
  voted: {
    For: 'A voté pour',
    Against: 'A voté contre',
    Abstain: 'Abstention',
    Absent: 'Absence',
    Recused: 'Récusation',
    Other: 'Autre',
  },
  votes: 'Votes',
  all: 'tous',
  inFavour: 'pour',
  against: 'contre',
  losingSide: 'du côté perdant',
  inVotes: 'autres filtres',
  noVotes: 'Non consigné : aucune motion consignée n’indique comment cette personne a voté.',
  noSuchVotes: 'Aucun des votes consignés de cette personne.',
}
