/** Every page of the site, one of each kind, as the fixture town shows it. */
export const sitePages = [
  { path: '/', status: 200, signedIn: false, title: 'Reeve' },
  {
    path: '/coverage/pemberley',
    status: 200,
    signedIn: false,
    title: 'Town of Pemberley · Reeve',
  },
  { path: '/docs', status: 200, signedIn: false, title: 'Guides · Reeve' },
  { path: '/docs/authentication', status: 200, signedIn: false, title: 'Authentication · Reeve' },
  { path: '/docs/search', status: 200, signedIn: false, title: 'Search · Reeve' },
  { path: '/docs/getting-started', status: 200, signedIn: false, title: 'Getting started · Reeve' },
  { path: '/docs/errors', status: 200, signedIn: false, title: 'Errors · Reeve' },
  { path: '/docs/data-model', status: 200, signedIn: false, title: 'Data model · Reeve' },
  { path: '/docs/limits', status: 200, signedIn: false, title: 'Limits and caching · Reeve' },
  { path: '/signup', status: 200, signedIn: false, title: 'Create an account · Reeve' },
  { path: '/login', status: 200, signedIn: false, title: 'Sign in · Reeve' },
  { path: '/settings/api-keys', status: 200, signedIn: true, title: 'API keys · Reeve' },
  { path: '/settings/account', status: 200, signedIn: true, title: 'Account · Reeve' },
  {
    path: '/reset/absent',
    status: 404,
    signedIn: false,
    title: 'This link has expired or was used · Reeve',
  },
  { path: '/absent', status: 404, signedIn: false, title: 'No such page · Reeve' },
] as const
