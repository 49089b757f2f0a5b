/** The words of the layout in English. */
export const frameWords = {
  /** The name of the language in itself. */
  language: 'English',
  skip: 'Skip to content',
  site: 'Site',
  councils: 'Councils',
  developers: 'Developers',
  purpose: 'Reeve publishes the records of municipal councils, free to read and to build on.',
  runBy: (name: string) => `Run by ${name}`,
  operator: 'the operator of this service',
  contact: 'Contact the operator',
  about: 'About',
  privacy: 'Privacy',
  documentation: 'Documentation',
  reference: 'API reference',
  keys: 'API keys',
  openapi: 'OpenAPI document',
  source: 'Source code',
}

export type FrameWords = typeof frameWords
