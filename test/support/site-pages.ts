/** Every page of the site, one of each kind, as the fixture town shows it. */
export const sitePages = [
  { path: '/', status: 200, signedIn: false, title: 'Reeve' },
  { path: '/signup', status: 200, signedIn: false, title: 'Make an account · Reeve' },
  { path: '/login', status: 200, signedIn: false, title: 'Sign in · Reeve' },
  { path: '/settings/api-keys', status: 200, signedIn: true, title: 'API keys · Reeve' },
  { path: '/settings/account', status: 200, signedIn: true, title: 'Account · Reeve' },
  {
    path: '/reset/absent',
    status: 404,
    signedIn: false,
    title: 'This link works no longer · Reeve',
  },
  { path: '/absent', status: 404, signedIn: false, title: 'No such page · Reeve' },
] as const
