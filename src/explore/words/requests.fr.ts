import type { requestWords as english } from './requests.en.ts'

/** The words of what was taken down in French. */
export const requestWords: typeof english = {
  takedowns: {
    title: 'Retraits sur demande',
    description: (council) =>
      `Ce qui a été retiré de cette copie des archives de ${council} : la date, la nature et le motif.`,
    lead: 'Ce que l’hébergeur de ce site a retiré des archives, pourquoi et depuis quand. Le contenu n’est pas conservé ici; ce que la municipalité publie elle-même n’en est pas changé.',
    none: 'Rien n’a été retiré de ces archives.',
    more: (count) =>
      `Les retraits antérieurs à ces ${count} ne figurent pas ici : demandez à l’hébergeur.`,
    kinds: {
      record: 'Une fiche',
      document: 'Un fichier',
      passage: 'Des mots',
      contact: 'Des coordonnées',
    },
    of: {
      organization: 'd’un comité ou d’une commission',
      person: 'd’une personne',
      membership: 'd’un siège',
      meeting: 'd’une réunion',
      agenda_item: 'd’un point de l’ordre du jour',
      motion: 'd’une motion',
      matter: 'd’un rapport',
      action: 'd’une étape d’un rapport',
      bylaw: 'd’un règlement',
      declaration: 'd’une déclaration d’intérêt',
      mayoral_decision: 'd’une décision du maire',
    },
    lifted: 'levé le {date}',
    removedOn: (date) => `Retiré sur demande le ${date}`,
    because: (reason) => `Motif : ${reason}`,
    removedBy: 'Retiré par {operator}. {list}.',
    list: 'Tout ce qui a été retiré de ces archives',
    link: 'Retraits sur demande',
  },
}
