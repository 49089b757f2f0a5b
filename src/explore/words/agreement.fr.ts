import { de, pluriel } from '../../site/words/grammar.ts'
import type { Words } from './en.ts'

/** The words of the page about a whole council in French. */
export const agreementWords: Pick<Words, 'agreement'> = {
  agreement: {
    title: 'Qui vote avec qui',
    description: (council) =>
      `Combien de fois les membres ${de(council)} ont voté de la même façon, deux à deux, en un tableau.`,
    lead: 'Sur cent votes contestés où les deux ont voté pour ou contre, combien de fois deux membres ont voté de la même façon. Chaque nombre mène à leurs votes.',
    leadAll:
      'Sur cent votes enregistrés où les deux ont voté pour ou contre, combien de fois deux membres ont voté de la même façon. Chaque nombre mène à leurs votes.',
    sitting: (body, months) =>
      months === ''
        ? `${body} : ses membres actuels.`
        : `${body} : ses membres actuels et leurs votes consignés, ${months}.`,
    votedIn: (body, years) => `${body} : toutes les personnes qui y ont voté ${years}.`,
    votedLast: (body, year) =>
      year === ''
        ? `${body} : toutes les personnes qui y ont voté, car les données ne disent pas qui y siège aujourd’hui.`
        : `${body} : toutes les personnes qui y ont voté en ${year}, avec tous leurs votes consignés. Les données ne disent pas qui y siège aujourd’hui.`,
    years: (from, to) => {
      if (from === to) return `en ${from}`
      if (to === null) return `en ${from} ou après`
      return from === null ? `en ${to} ou avant` : `de ${from} à ${to}`
    },
    votes: 'Votes',
    contested: 'Contestés seulement',
    all: 'Tous les votes enregistrés',
    caption: 'Même vote, en pourcentage',
    shades: ['moins de 25', '25 à 49', '50 à 69', '70 à 84', '85 à 94', '95 et plus'],
    counted: (least, most) =>
      least === most
        ? `Chaque nombre porte sur ${least} votes des deux membres.`
        : `Chaque nombre porte sur ${least} à ${most} votes des deux membres.`,
    tooFew: (least) => `Un tiret signale moins de ${least} de ces votes.`,
    alone: (least, names) =>
      `Hors du tableau, faute de ${least} de ces votes en commun avec une autre personne : ${names}.`,
    order:
      'L’ordre vient de ces nombres seulement : d’abord les deux membres qui ont le plus souvent voté de la même façon; puis, à l’un ou l’autre bout, la personne qui a le plus souvent voté comme celle qui s’y trouve; à parts égales, la première par le nom.',
    most: 'Le plus souvent d’accord',
    least: 'Le moins souvent d’accord',
    tied: (count, shown) =>
      `Et ${shown} ${pluriel(count, 'autre paire à part égale', 'autres paires à parts égales')}.`,
    of: (same, votes) => `${same} sur ${votes}`,
    none: 'Non consigné : aucun vote pour ou contre de deux membres n’est consigné ici.',
    noneShared: (least) =>
      `Trop peu pour un pourcentage : aucune paire de membres ne partage ${least} de ces votes.`,
    seeAll: 'Voir tous les votes enregistrés',
    tooMany: (count, shown, max) =>
      `Le tableau aurait ${shown} ${pluriel(count, 'personne', 'personnes')}, et il en contient au plus ${max}. Choisissez moins d’années ou un autre comité, ou un nom pour voir combien de fois cette personne et les autres ont voté de la même façon.`,
  },
}
