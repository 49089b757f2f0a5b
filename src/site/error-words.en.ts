/** Errors of pages in all languages; those of forms are in English only. */
export const errorWords = {
  status: (status: number) => `Status ${status}, request ID `,
  notFound: 'Page not found',
  notFoundText: 'There is no page at {path}. Check it for typing errors, or go to the {home}.',
  home: 'home page',
  onRecord: 'Or see what is on record for {council}.',
  didYouMean: 'Did you mean {council}?',
  searchIn: (council: string) => `Search ${council}`,
  unavailable: 'Temporarily unavailable',
  unavailableText: (seconds: number) =>
    `The database is busy or out of reach. Try again in ${seconds} seconds.`,
  searching: 'Too many searches',
  searchingText: 'Many people are searching at the moment. Try again in a few seconds.',
  failed: 'Something went wrong',
  failedText:
    'Something went wrong on our side. Try again; if it keeps happening, send {operator} the request ID below.',
}
