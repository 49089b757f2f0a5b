import { de } from '../site/elision.ts'
import { siteWords } from '../site/words.fr.ts'
import { bodiesWords } from './bodies/words.fr.ts'
import { bodyWords } from './body/words.fr.ts'
import { bylawWords } from './bylaw/words.fr.ts'
import { bylawsWords } from './bylaws/words.fr.ts'
import { compareWords } from './compare/words.fr.ts'
import { coverageWords } from './coverage/words.fr.ts'
import { matterWords } from './matter/words.fr.ts'
import { mattersWords } from './matters/words.fr.ts'
import { meetingWords } from './meeting/words.fr.ts'
import { meetingsWords } from './meetings/words.fr.ts'
import { motionWords } from './motion/words.fr.ts'
import { motionsWords } from './motions/words.fr.ts'
import { overviewWords } from './overview/words.fr.ts'
import { peopleWords } from './people/words.fr.ts'
import { personWords } from './person/words.fr.ts'
import { searchWords } from './search/words.fr.ts'
import { votesWords } from './votes/words.fr.ts'

import type { Words } from './words.en.ts'

/** Every word of the pages in French. */
export const words: Words = {
  ...siteWords,
  frame: {
    sections: 'Sections de ce conseil',
    overview: 'Aperçu',
    meetings: 'Réunions',
    votes: 'Votes',
    people: 'Conseil',
    bodies: 'Instances',
    matters: 'Dossiers',
    bylaws: 'Règlements',
    coverage: 'Ce qui manque',
    crumbs: 'Vous êtes ici',
    asOf: (date) => `Données en date du ${date}`,
    shortened: (count) =>
      `Cette page montre et compte au plus ${count} entrées de chaque liste. L’API les a toutes : voir « Cette page en JSON » ci-dessous.`,
  },
  source: {
    heading: 'À propos de cette page',
    from: 'Source : {source}. Données importées le {date}. Ceci n’est pas un document officiel.',
    notImported: 'Aucune donnée n’a encore été importée pour ce conseil.',
    importer: {
      escribe: 'eSCRIBE',
      legistar: 'Legistar',
      'legistar-archive': 'Legistar',
      'open-civic-data': 'Open Civic Data',
    },
    json: 'Cette page en JSON',
    jsonHow: 'L’API fournit ces données en JSON. Il faut une {key}, qui est gratuite :',
    key: 'clé',
    copyCall: 'Copier la requête',
    ocd: 'Données ouvertes (JSON, sans clé)',
    cite: 'Citer',
    copyCitation: 'Copier la référence',
    report: 'Signaler un problème',
    reportSubject: (url) => `Problème avec ${url}`,
  },
  missing: {
    council: 'Conseil introuvable',
    councilText: 'Ce service n’a pas de conseil de ce nom. Voir {home}.',
    home: 'tous les conseils',
    instead: 'Ce qui est consigné pour ce conseil',
    searchFor: (words) => `Rechercher « ${words} »`,
    filter: 'Filtre non valide',
    withoutFilter: 'Afficher la page sans filtre',
    invalid: 'Une valeur de l’URL n’est pas valide.',
    invalidDate: (name, value) =>
      `« ${value} » n’est pas une date (${name}). Écrivez une date comme 2026-06-03.`,
    invalidWord: (name, value, allowed) =>
      `« ${value} » n’est pas possible (${name}). Choix possibles : ${allowed}.`,
    tooLong: (name, max) => `${name} peut avoir au plus ${max} caractères.`,
    meeting: 'Réunion introuvable',
    meetingText: (council) => `Les données ${de(council)} ne contiennent pas de réunion de ce nom.`,
    agendaItems: 'Points introuvables',
    agendaItemsText: () => 'L’ordre du jour de cette réunion ne contient pas ces points.',
    person: 'Personne introuvable',
    personText: (council) => `Les données ${de(council)} ne contiennent pas de personne de ce nom.`,
    bylaw: 'Règlement introuvable',
    bylawText: (council) => `Les données ${de(council)} ne contiennent pas de règlement de ce nom.`,
    body: 'Instance introuvable',
    bodyText: (council) => `Les données ${de(council)} ne contiennent pas d’instance de ce nom.`,
    matter: 'Dossier introuvable',
    matterText: (council) => `Les données ${de(council)} ne contiennent pas de dossier de ce nom.`,
    comparison: 'Rien à comparer',
    comparisonText: () => 'Il faut deux personnes pour comparer.',
    motion: 'Motion introuvable',
    motionText: (council) => `Les données ${de(council)} ne contiennent pas de motion de ce nom.`,
  },
  coverage: coverageWords,
  agreement: {
    feminine: {
      results: {
        Carried: 'Adoptée',
        'Carried as amended': 'Adoptée telle que modifiée',
        Defeated: 'Rejetée',
        Tabled: 'Déposée',
        Withdrawn: 'Retirée',
        Referred: 'Renvoyée',
        Received: 'Reçue',
      },
      moved: 'Proposée par {mover}.',
      movedAndSeconded: 'Proposée par {mover}, appuyée par {seconder}.',
      movedBy: (name) => `proposée par ${name}`,
    },
    masculine: {
      results: {
        Carried: 'Adopté',
        'Carried as amended': 'Adopté tel que modifié',
        Defeated: 'Rejeté',
        Tabled: 'Déposé',
        Withdrawn: 'Retiré',
        Referred: 'Renvoyé',
        Received: 'Reçu',
      },
      moved: 'Proposé par {mover}.',
      movedAndSeconded: 'Proposé par {mover}, appuyé par {seconder}.',
      movedBy: (name) => `proposé par ${name}`,
    },
  },
  noResult: 'Aucun résultat consigné',
  noResultYet: 'Pas encore de résultat',
  votes: {
    For: 'Pour',
    Against: 'Contre',
    Abstain: 'Abstention',
    Absent: 'Absence',
    Recused: 'Récusation',
    Other: 'Autre',
  },
  list: {
    pages: 'Pages de cette liste',
    first: 'Première page',
    next: 'Page suivante',
    show: 'Afficher',
    reset: 'Retirer les filtres',
    any: 'Tout',
    body: 'Instance',
    allBodies: 'Toutes les instances',
    from: 'Du',
    to: 'Au',
    unknown: (value) => `« ${value} » ne figure pas dans cette liste. Choisissez une autre valeur.`,
    opposite: (label) => `L’inverse de « ${label} »`,
  },
  seats: {
    role: 'Fonction',
    from: 'Du',
    to: 'Au',
    unknown: 'non consignée',
    current: 'en cours',
  },
  overview: overviewWords,
  meetings: meetingsWords,
  people: peopleWords,
  person: personWords,
  statuses: { cancelled: 'Annulée', postponed: 'Reportée', scheduled: 'Prévue' },
  recordStatuses: {
    Passed: 'Adopté',
    Adopted: 'Adopté',
    Approved: 'Approuvé',
    Repealed: 'Abrogé',
    Withdrawn: 'Retiré',
    'In force': 'En vigueur',
    Proposed: 'Proposé',
    Defeated: 'Rejeté',
    Open: 'En cours',
    Closed: 'Terminé',
  },
  meeting: meetingWords,
  motion: motionWords,
  matters: mattersWords,
  matter: matterWords,
  bylaws: bylawsWords,
  bylaw: bylawWords,
  bodies: bodiesWords,
  body: bodyWords,
  motions: motionsWords,
  votesPage: votesWords,
  search: searchWords,
  compare: compareWords,
}
