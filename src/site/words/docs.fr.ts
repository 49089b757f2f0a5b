import type { DocsWords } from './docs.en.ts'
import { pluriel } from './grammar.ts'

/** The words around the documentation in French. */
export const docsWords: DocsWords = {
  title: 'Documentation',
  description:
    'Se servir du registre dans ses programmes, ses tableaux et ses pages, et héberger ce service.',
  otherLanguage: 'Le reste de la documentation, en anglais',
  groups: {
    guides: 'Guides',
    'how-to': 'Marches à suivre',
    reference: 'Référence',
    explanation: 'Explications',
  },
  introductions: {
    guides: 'Écrire des programmes avec l’API, avec des exemples en curl, JavaScript et Python.',
    'how-to': 'Héberger Reeve : importer un conseil, gérer les clés, sauvegarder, grandir.',
    reference: 'Points d’accès, commandes, réglages et formats.',
    explanation: 'Comment Reeve fonctionne, ce qu’il conserve, et sa rapidité.',
  },
  search: 'Chercher dans la documentation',
  submit: 'Chercher',
  explorer: '{link} : essayer chaque point d’accès dans le navigateur',
  explorerLink: 'Explorateur de l’API',
  openapi: '{link} : l’API pour les programmes',
  openapiLink: 'Document OpenAPI',
  codes: '{link} : ce que chacun signifie, et que faire',
  codesLink: 'Codes d’erreur',
  contents: 'Sur cette page',
  steps: 'Page précédente et page suivante',
  noneFound:
    'Aucune section ne contient tous ces mots. Utilisez-en moins, ou voyez {all}. Les données des conseils ont {search}.',
  allLink: 'toutes les pages',
  ownSearch: 'leur propre recherche',
  found: (count) => `${count} ${pluriel(count, 'section', 'sections')}, les meilleures d’abord.`,
  allPages: 'Toutes les pages',
  limits: 'Limites de ce service',
  perKey: 'Requêtes par clé',
  inWindow: (shown) => `${shown} par période de 60 secondes`,
  keysPerAccount: 'Clés par compte',
  closed: 'L’inscription est fermée dans ce service. Demandez une clé à {operator}.',
  copy: (name) => `Copier ${name}`,
  response: 'Réponse',
  output: 'Sortie',
  text: 'Texte',
  shell: 'Terminal',
  unitFile: 'Fichier d’unité',
  table: (columns) => `Tableau : ${columns}`,
  apiTitle: 'Référence de l’API',
  apiDescription: 'Essayez chaque point d’accès de l’API dans le navigateur.',
  apiLead:
    'Tous les points d’accès, à essayer ici avec votre clé. Leurs descriptions sont en anglais. Voyez aussi la {text}.',
  asText: 'référence écrite',
  loading: 'Chargement des points d’accès…',
  needsScript: 'Cette page a besoin de JavaScript. Sans lui, lisez la {text} ou les {guides}.',
  sameAsText: 'référence écrite',
  guides: 'guides',
}
