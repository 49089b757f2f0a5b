import type { errorWords as english } from './error-words.en.ts'

export const errorWords: typeof english = {
  status: (status) => `État ${status}, identifiant de la requête `,
  notFound: 'Page introuvable',
  notFoundText:
    'Aucune page ne se trouve à l’adresse {path}. Vérifiez-la, ou retournez à la {home}.',
  home: 'page d’accueil',
  onRecord: 'Ou voyez ce qui est consigné pour {council}.',
  didYouMean: 'Cherchiez-vous {council}?',
  searchIn: (council) => `Recherche : ${council}`,
  unavailable: 'Temporairement indisponible',
  unavailableText: (seconds) =>
    `La base de données est occupée ou inaccessible. Réessayez dans ${seconds} secondes.`,
  searching: 'Trop de recherches',
  searchingText:
    'Beaucoup de personnes font une recherche en ce moment. Réessayez dans quelques secondes.',
  failed: 'Une erreur s’est produite',
  failedText:
    'Une erreur s’est produite de notre côté. Réessayez; si elle se répète, envoyez à {operator} l’identifiant ci-dessous.',
}
