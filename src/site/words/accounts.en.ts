import type { AccountErrorCode, KeyLimit } from '../../access/accounts/account-error.ts'
import type { KeyNameError } from '../../access/keys.ts'
import {
  keyNameLengthMax,
  passwordLengthMax,
  passwordLengthMin,
} from '../../core/account-limits.ts'
import { plural } from './grammar.ts'

const errors: Readonly<Record<AccountErrorCode, string>> = {
  email_invalid: 'Enter an e-mail address, such as name@example.ca.',
  email_taken:
    'An account with this address already exists. Sign in instead, or use your recovery code if you forgot your password.',
  password_wrong: 'This is not your password.',
  password_short: `Use at least ${passwordLengthMin} characters.`,
  password_long: `Use at most ${passwordLengthMax} characters.`,
  password_untypeable: 'Use characters that can be typed.',
  password_uniform: 'Use more than one character.',
  password_email: 'Do not use your e-mail address.',
  password_common: 'This is one of the most common passwords. Choose another.',
}

const nameErrors: Readonly<Record<KeyNameError, string>> = {
  missing: 'Enter a name for the key.',
  long: `Use at most ${keyNameLengthMax} characters.`,
  invisible: 'Use visible characters on one line.',
}

/** The words of the pages of accounts and keys in English. */
export const accountWords = {
  errors,
  nameErrors,
  fields: {
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    passwordHint: `At least ${passwordLengthMin} characters. A sentence is fine.`,
    recoveryCode: 'Recovery code',
  },
  recoveryCode: {
    heading: 'Your recovery code',
    save: 'Save it now.',
    text: 'If you forget your password, you need this code to choose a new one. You won’t see it again; we store only a hash.',
    copy: 'Copy the code',
  },
  why: {
    heading: 'Why a key?',
    lead: 'A program that reads the v1 API needs a key, so that one program cannot use up the service for all others. A key is free.',
    limit: (shown: string) => `Each key may make ${shown} requests in any 60 seconds.`,
    revoke: 'You see how much each key is used, and can revoke it at any time.',
    free: 'No key is needed for pages, spreadsheets (CSV), calendars, feeds and {ocd}.',
    ocd: 'Open Civic Data',
  },
  signUp: {
    title: 'Create an account',
    lead: 'You need an account only for API keys. You sign in with your e-mail address; we never send e-mail.',
    submit: 'Create account',
    already: 'Already have an account? {link}.',
    signIn: 'Sign in',
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    noAccount: 'No account yet? {link}.',
    create: 'Create one',
    forgot: 'Forgot your password? Use your {code}, or ask {operator} for a reset link.',
    code: 'recovery code',
    noEmail: 'Enter the e-mail address of your account.',
    noPassword: 'Enter your password.',
    wrong: 'The e-mail address or the password is wrong.',
    disabled: (operator: string) => `This account is disabled. Ask ${operator} to enable it.`,
    signedOut: 'You are signed out.',
    reset:
      'Your password is set. Sign in with it. Your old recovery code no longer works: create one under Account.',
    sessionEnded: 'You are no longer signed in. Sign in and try again.',
  },
  recover: {
    title: 'Choose a new password',
    lead: 'Enter the recovery code that you saved when you signed up. This signs you out in every browser; your API keys keep working. No code? Ask {operator} for a reset link.',
    submit: 'Set password',
    wrong: 'The e-mail address or the recovery code is wrong.',
    setTitle: 'Password set',
    setHeading: 'Your password is set',
    replaced: 'The recovery code that you used no longer works. This one replaces it.',
    saved: 'Saved? {link}.',
  },
  reset: {
    lead: 'This signs you out in every browser. Your API keys keep working; your old recovery code does not.',
    expired: 'This link has expired or was used',
    expiredText: (operator: string) =>
      `A reset link works once, within an hour. Ask ${operator} for a new one.`,
  },
  settings: {
    name: 'Settings',
    signedInAs: 'Signed in as {email}',
    signOut: 'Sign out',
  },
  keys: {
    title: 'API keys',
    none: 'You have no active keys. Create one below.',
    create: 'Create a key',
    lead: (active: string, max: string) =>
      `Use one key per program, so that you can revoke one without stopping the others. You have ${active} of ${max} keys.`,
    submit: 'Create key',
    name: 'Name',
    nameHint: 'What it is for, such as “Budget tracker”.',
    notCreated: (limit: KeyLimit) =>
      `This key was not created: ${
        limit.reason === 'created_today'
          ? `this account created ${limit.created} ${plural(limit.created, 'key', 'keys')} in 24 hours; try again tomorrow`
          : `this account already has ${limit.keysMax} ${plural(limit.keysMax, 'key', 'keys')}; revoke one first${limit.isJustUsed ? '; a revoked key that was just used counts for another minute' : ''}`
      }.`,
    alreadyCreated:
      'This form was already sent and created a key. A key is shown once; if you did not save it, revoke it and create another.',
    created: 'Your key “{name}”',
    copyNow: 'Copy it now.',
    once: 'You won’t see it again; we store only a hash.',
    copy: 'Copy the key',
    tryIt: 'Try it in a terminal:',
    copyCall: 'Copy the call',
    done: 'Done? {link}.',
    back: 'Back to your keys',
    unnamed: 'Unnamed key',
    beginsWith: 'Begins with',
    createdAt: 'Created',
    lastUsed: 'Last used',
    never: 'never',
    revoke: 'Revoke…',
    revokeText: (name: string) =>
      `Programs that use “${name}” stop working immediately. This cannot be undone.`,
    revokeNamed: (name: string) => `Revoke “${name}”`,
    revoked: 'The key is revoked. Programs that use it no longer work.',
    revokedLately: (days: number) => `Revoked in the last ${days} days`,
    revokedAt: 'revoked {time}',
    notFound: 'Key not found',
    notFoundText: 'You have no active key with this id.',
    noRequests: (days: number) => `No requests in the last ${days} days.`,
    requests: (days: number, total: string) => `Requests per day, last ${days} days: ${total}`,
    requestsTitle: 'Requests per day (UTC)',
    day: 'Day',
    accepted: 'Accepted',
    rejected: 'Rejected by the rate limit',
  },
  account: {
    title: 'Account',
    passwordChanged:
      'Your password is changed. All other browsers are signed out; your keys keep working.',
    codeReplaced: 'A new recovery code replaces your old one.',
    change: 'Change password',
    changeText:
      'This signs you out in all other browsers. Your API keys keep working. If you have a recovery code, a new one replaces it.',
    hasCode: 'You have a recovery code. A new one replaces it.',
    noCode:
      'You have no recovery code. With one you can choose a new password if you forget yours.',
    replaceCode: 'Replace the code',
    addCode: 'Create a code',
    createCode: 'Create recovery code',
    sessions: 'Where you are signed in',
    thisBrowser: '(this browser)',
    seen: 'Signed in {start}, last seen {seen}',
    end: 'Sign out',
    endOthers: 'Sign out all others',
    sessionNotFound: 'Session not found',
    sessionNotFoundText: 'It may have ended already.',
    unknownBrowser: 'Unknown browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    delete: 'Delete account',
    deleteMine: 'Delete my account…',
    deleteText:
      'Your account, its keys and their usage data are deleted immediately. This cannot be undone. Programs that use the keys stop working.',
    deleted: 'Account deleted',
    deletedHeading: 'Your account is deleted',
    deletedText: 'Its keys no longer work, and you are signed out in every browser.',
    home: 'Back to the home page',
  },
  closed: {
    insecure: 'Sign-in is disabled',
    insecureText:
      'This service does not use https, so a password could be read in transit. The operator can put it behind https or set ALLOW_INSECURE_HTTP=1.',
    signUp: 'Sign-up is closed',
    signUpText: (operator: string) =>
      `Sign-up is closed on this service. Ask ${operator} for an account.`,
  },
  throttled: 'Too many attempts',
  throttledText: (seconds: number) =>
    `Too many attempts. Wait ${
      seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
    }, then try again.`,
}

export type AccountWords = typeof accountWords
