import { de } from '../../site/elision.ts'
import { pluriel } from '../../site/plural.ts'
import type { coverageWords as english } from './words.en.ts'

export const coverageWords: typeof english = {
  title: 'Ce qui manque',
  lead: 'Données disponibles pour ce conseil, et données manquantes.',
  description: (council) =>
    `Réunions, motions, votes et règlements ${de(council)} : ce qui est disponible, et ce qui manque.`,
  meetings: 'Réunions',
  bodies: 'Conseil, comités et commissions',
  data: 'Obtenir les données',
  ocd: 'API Open Civic Data, sans clé : {url}',
  v1: 'L’API de Reeve (v1), avec {key} : {url}. Tous les points d’accès sont dans la {reference}.',
  yourKey: 'votre clé',
  reference: 'référence de l’API (en anglais)',
  notImported: 'Données pas encore importées.',
  counts: {
    meetings: 'Réunions',
    bodies: 'Instances',
    people: 'Personnes',
    matters: 'Dossiers',
    motions: 'Motions',
    votes: 'Votes individuels',
    bylaws: 'Règlements municipaux',
  },
  bodiesAre: '{bodies} : le conseil, ses comités et ses commissions.',
  mattersAre: '{matters} : des rapports, suivis d’une réunion à l’autre.',
  voteIs: '{vote} : la façon dont une personne a voté sur une motion.',
  vote: 'Vote individuel',
  absent: { none: 'Aucun', notRecorded: 'Non consigné', notYet: 'Pas encore' },
  meaning: {
    none: '{absent} : les procès-verbaux n’en mentionnent pas.',
    notRecorded:
      '{absent} : les données importées ne contiennent pas cette information, mais le conseil l’a peut-être.',
    notYet: '{absent} : aucun procès-verbal n’a été publié.',
  },
  incomplete: (count, all) =>
    `Il manque aux données importées le texte, ou sa fin, de ${count} motions sur ${all}. Les procès-verbaux l’ont peut-être.`,
  unread: (count) => `Motions non lues : ${count}.`,
  unreadText:
    'Les procès-verbaux les numérotent dans le texte d’un point, sans un résultat clair pour chacune.',
  website: 'Site Web',
  division: 'Division Open Civic Data',
  timeZone: 'Fuseau horaire',
  asOf: 'Données en date du',
  lastImport: 'Dernière importation',
  importedFrom: '{date}, source\u00a0: {source}',
  sourceWebsite: 'Site Web de la source',
  licence: 'Licence des données',
  licenceStated:
    '{licence}, selon les fichiers importés. Elle ne s’applique pas nécessairement aux documents du conseil : demandez à la municipalité.',
  noLicence: 'Non indiquée. Demandez à l’éditeur avant de republier.',
  notStated: 'Non indiqué',
  failed: 'Échec de l’importation',
  failedSince: '{date}. Cette page montre la dernière importation réussie.',
  noMeetings: 'Aucune réunion consignée.',
  noBodies: 'Aucune instance consignée.',
  body: 'Instance',
  more: (count) => `Autres instances : ${count}.`,
  span: (first, last) => (first === last ? `pour ${last}` : `${de(first)} à ${last}`),
  olderYears: (years) =>
    years === 1 ? ' et une année antérieure' : ` et ${years} années antérieures`,
  onRecord: (meetings, shown, span) =>
    `${shown} ${pluriel(meetings, 'réunion consignée', 'réunions consignées')} ${span}`,
  cancelled: (shown) =>
    `, dont ${shown} ${shown === '1' ? 'annulée ou reportée' : 'annulées ou reportées'}`,
  allYears: 'Ce qui est consigné des réunions de toutes les années',
  oneYear: (year) => `Ce qui est consigné des réunions de ${year}`,
  byYear: 'Par année',
  measureByYear: (measure) => `${measure}, par année`,
  tableByYear: 'Réunions par année, et ce qui en est consigné',
  meetingsByYear: 'Réunions par année',
  meetingsWith: 'Réunions avec',
  year: 'Année',
  heldOrPlanned: 'Tenues ou prévues',
  cancelledColumn: 'Annulées ou reportées',
  recorded: 'Consigné',
  notYet: 'Pas encore',
  notRecorded: 'Non consigné',
  recordedVotes: 'Votes consignés',
  notYetIs: (days) =>
    `{term} : la réunion est à venir, ou a eu lieu dans les ${days} derniers jours; l’information peut encore être publiée.`,
  notRecordedIs:
    '{term} : la réunion est plus ancienne, et les données importées ne contiennent pas cette information. Le conseil l’a peut-être.',
  recordedVotesAre:
    '{term} : le décompte est consigné pour au moins une motion, ainsi que qui a voté et comment.',
  notCharted: 'Les réunions annulées ou reportées ne sont pas dans le graphique.',
  measures: {
    agenda: 'Ordre du jour',
    minutes: 'Procès-verbal',
    video: 'Vidéo',
    rollCalls: 'Votes consignés',
    transcript: 'Transcription',
  },
  absences: {
    agenda: 'Aucun ordre du jour n’est consigné.',
    minutes: 'Aucun procès-verbal n’est consigné.',
    video: 'Aucune vidéo n’est consignée.',
    rollCalls: 'Aucun vote par appel nominal n’est consigné.',
    transcript: 'Aucune transcription n’est consignée.',
  },
  absencesYet: {
    agenda: 'Aucun ordre du jour n’est encore consigné.',
    minutes: 'Aucun procès-verbal n’est encore consigné.',
    video: 'Aucune vidéo n’est encore consignée.',
    rollCalls: 'Aucun vote par appel nominal n’est encore consigné.',
    transcript: 'Aucune transcription n’est encore consignée.',
  },
}
