/** The words of the layout in English. */
export const frameWords = {
  skip: 'Skip to content',
  site: 'Site',
  councils: 'Councils',
  developers: 'Developers',
  purpose: 'Reeve publishes the records of municipal councils, free to read and to build on.',
  runBy: (name: string) => `Run by ${name}`,
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
