import type { frameWords as english } from './frame-words.en.ts'

/** The words of the layout in French. */
export const frameWords: typeof english = {
  language: 'Français',
  skip: 'Passer au contenu',
  site: 'Site',
  councils: 'Conseils',
  developers: 'Développeurs',
  purpose: 'Reeve publie les données des conseils municipaux, à lire et à réutiliser gratuitement.',
  runBy: (name) => `Exploité par ${name}`,
  operator: 'l’exploitant de ce service',
  contact: 'Écrire à l’exploitant',
  about: 'À propos',
  privacy: 'Confidentialité',
  documentation: 'Documentation (en anglais)',
  reference: 'Référence de l’API (en anglais)',
  keys: 'Clés d’API',
  openapi: 'Document OpenAPI',
  source: 'Code source',
}
