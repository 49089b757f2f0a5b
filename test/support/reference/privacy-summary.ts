import { retention } from '../../../src/access/retention.ts'
import type { AccessTables } from '../../../src/store/access-tables.ts'
import { table } from './markdown.ts'

type Language = 'en' | 'fr'
type Bilingual = Record<Language, string>
type Row = Record<'what' | 'until' | 'who', Bilingual>

const { sessionIdleDays, sessionDays, resetLinkMinutes, recoveryMinutes, deviceDays } = retention

const owner = { en: 'The owner; the operator', fr: 'La personne; l’hébergeur' }
const operator = { en: 'The operator', fr: 'L’hébergeur' }
const untilLeft = {
  en: 'Until the address leaves or is removed; 48 hours without a confirmation',
  fr: 'Jusqu’au désabonnement ou au retrait; 48 heures si personne ne confirme',
}
const withAccount = { en: 'Until the account is deleted', fr: 'Jusqu’à la suppression du compte' }

/** What the tables of accounts have about people; each column is named by `columns`. */
export const storedTables: Record<keyof AccessTables, Row & { columns: readonly string[] }> = {
  accounts: {
    columns: ['id', 'email', 'created_at', 'password_hash', 'disabled_at', 'recovery_hash'],
    what: {
      en: 'An account: e-mail address, time of creation, and hashes (Argon2id, SHA-256) of the password and the recovery code',
      fr: 'Un compte : adresse courriel, date de création, et empreintes (Argon2id, SHA-256) du mot de passe et du code de secours',
    },
    until: withAccount,
    who: owner,
  },
  sessions: {
    columns: [
      ...['id', 'account_id', 'token_hash', 'user_agent'],
      ...['created_at', 'last_seen_at', 'expires_at'],
    ],
    what: {
      en: 'A signed-in browser: its name as it states it, when it signed in and was last seen (to the hour), and a hash of its token',
      fr: 'Un navigateur connecté : son nom tel qu’il le donne, le moment de la connexion et de la dernière visite (à l’heure près), et une empreinte de son jeton',
    },
    until: {
      en: `${sessionIdleDays} days without a visit, ${sessionDays} days at most`,
      fr: `${sessionIdleDays} jours sans visite, ${sessionDays} jours au plus`,
    },
    who: owner,
  },
  reset_links: {
    columns: ['token_hash', 'account_id', 'expires_at'],
    what: {
      en: 'A link for a new password: a hash of it, and its account',
      fr: 'Un lien pour un nouveau mot de passe : son empreinte, et son compte',
    },
    until: {
      en: `${resetLinkMinutes} minutes, or until it is used; the row is deleted with the next link`,
      fr: `${resetLinkMinutes} minutes, ou jusqu’à son utilisation; la ligne est supprimée avec le lien suivant`,
    },
    who: operator,
  },
  takedowns: {
    columns: [
      ...['id', 'municipality', 'kind', 'reason', 'added_at', 'lifted_at'],
      ...['record_kind', 'record_hash', 'hash', 'words', 'prefilter'],
    ],
    what: {
      en: 'What was taken down on request: the day, the reason, and keyed hashes (SHA-256) of the words, the file or the record, never the words',
      fr: 'Ce qui a été retiré sur demande : la date, le motif, et des empreintes à clé (SHA-256) des mots, du fichier ou de la fiche, jamais les mots',
    },
    until: {
      en: 'The hashes until it is lifted; the day and the reason for good',
      fr: 'Les empreintes jusqu’à la levée; la date et le motif, toujours',
    },
    who: {
      en: 'Everybody: the day and the reason; the operator',
      fr: 'Tout le monde : la date et le motif; l’hébergeur',
    },
  },
  alert_subscribers: {
    columns: [
      'id',
      'address',
      'version',
      'created_at',
      'asked_at',
      'mailed_at',
      'stopped_at',
      'stopped_by',
    ],
    what: {
      en: 'Who gets e-mail alerts: the address, when it was entered, asked to confirm, last written to, and rejected by its server',
      fr: 'Qui reçoit des avis par courriel : l’adresse, quand elle a été entrée, priée de confirmer, servie la dernière fois, et refusée par son serveur',
    },
    until: untilLeft,
    who: operator,
  },
  alerts: {
    columns: [
      ...['id', 'subscriber_id', 'municipality', 'language', 'feed', 'title', 'speed'],
      ...['events', 'created_at', 'read_at', 'read_before', 'confirmed_at', 'gone_since'],
    ],
    what: {
      en: 'What is sent to an address: the feed with its filters, what of it, how often, up to when, and since when its page is missing',
      fr: 'Ce qui est envoyé à une adresse : le fil et ses filtres, ce qui en est envoyé, la fréquence, jusqu’à quand, et depuis quand sa page manque',
    },
    until: untilLeft,
    who: operator,
  },
  alert_entries: {
    columns: [
      ...['municipality', 'language', 'feed', 'identity', 'state', 'event', 'first_seen_at'],
      ...['seen_at', 'until', 'title', 'url', 'said', 'earlier', 'gone_at'],
    ],
    what: {
      en: 'What each entry of a feed that is sent to somebody told last and before, and when; of an agenda, its words',
      fr: 'Ce que chaque entrée d’un fil que quelqu’un reçoit disait la dernière fois et avant, et quand; d’un ordre du jour, ses mots',
    },
    until: {
      en: 'While somebody gets the feed',
      fr: 'Tant que quelqu’un reçoit le fil',
    },
    who: operator,
  },
  alert_mails: {
    columns: [
      ...['id', 'subscriber_id', 'message_id', 'content', 'created_at', 'sent_at', 'tries'],
      ...['next_at', 'begins_at', 'maybe_taken'],
    ],
    what: {
      en: 'An e-mail that is to be sent; once it is sent, only its number and time',
      fr: 'Un courriel à envoyer; une fois envoyé, seulement son numéro et son heure',
    },
    until: {
      en: 'The words until it is sent, two days at most; the number 30 days',
      fr: 'Le texte jusqu’à l’envoi, deux jours au plus; le numéro 30 jours',
    },
    who: operator,
  },
  left_addresses: {
    columns: ['hash', 'left_at'],
    what: {
      en: 'Of a deleted address: a keyed hash of it (SHA-256), so that others cannot enter it again',
      fr: 'Une adresse désabonnée : son empreinte à clé (SHA-256), pour que d’autres ne l’entrent pas de nouveau',
    },
    until: { en: '30 days', fr: '30 jours' },
    who: operator,
  },
  corrections: {
    columns: [
      ...['id', 'municipality', 'record_kind', 'record_hash', 'slug', 'field', 'value'],
      ...['written', 'reason', 'added_on', 'lifted_on'],
    ],
    what: {
      en: 'What was corrected in the record: the field, its value, the day and the reason',
      fr: 'Ce qui a été corrigé dans les archives : le champ, sa valeur, la date et le motif',
    },
    until: { en: 'For good', fr: 'Toujours' },
    who: { en: 'Everybody', fr: 'Tout le monde' },
  },
  take_part: {
    columns: ['municipality', 'body_source', 'body_key', 'url', 'rule'],
    what: {
      en: 'How to take part in meetings: the page of the council, and until when one can register',
      fr: 'Comment participer aux réunions : la page du conseil, et jusqu’à quand s’inscrire',
    },
    until: { en: 'Until the operator removes it', fr: 'Jusqu’au retrait par l’hébergeur' },
    who: { en: 'Everybody', fr: 'Tout le monde' },
  },
  takedown_slugs: {
    columns: ['hash', 'takedown_id'],
    what: {
      en: 'The addresses that what was taken down had: keyed hashes (SHA-256), never the words',
      fr: 'Les adresses qu’avait ce qui a été retiré : des empreintes à clé (SHA-256), jamais les mots',
    },
    until: { en: 'Until it is lifted', fr: 'Jusqu’à la levée' },
    who: operator,
  },
  api_keys: {
    columns: [
      ...['id', 'account_id', 'name', 'prefix', 'hash'],
      ...['created_at', 'revoked_at', 'last_used_at'],
    ],
    what: {
      en: 'An API key: name, first eleven characters, a hash (SHA-256) of it, creation, last use (to five minutes) and revocation',
      fr: 'Une clé d’API : nom, onze premiers caractères, une empreinte (SHA-256) de la clé, création, dernière utilisation (à cinq minutes près) et révocation',
    },
    until: {
      en: `${retention.revokedKeyDays} days after it is revoked, or until the account is deleted`,
      fr: `${retention.revokedKeyDays} jours après sa révocation, ou jusqu’à la suppression du compte`,
    },
    who: owner,
  },
  key_usage: {
    columns: ['api_key_id', 'day', 'requests', 'refused'],
    what: {
      en: 'For each key and day, how many requests were accepted and how many were over the limit: not which, when or from where',
      fr: 'Pour chaque clé et chaque jour, le nombre de requêtes acceptées et de requêtes au-delà de la limite : ni lesquelles, ni quand, ni d’où',
    },
    until: {
      en: `${retention.usageDays} days, or as long as the key`,
      fr: `${retention.usageDays} jours, ou aussi longtemps que la clé`,
    },
    who: owner,
  },
  secrets: {
    columns: ['name', 'value'],
    what: {
      en: 'Secrets of the service that sign cursors and cookies: nothing about people',
      fr: 'Les secrets du service, qui signent les curseurs et les témoins : rien sur des personnes',
    },
    until: { en: 'As long as the database', fr: 'Aussi longtemps que la base de données' },
    who: operator,
  },
}

/** Logs, counts, cookies and the record. */
const elsewhere: readonly (Row & { where: Bilingual })[] = [
  {
    what: {
      en: 'The request log: time, method, kind of page (not the address), status, duration, request ID, and the ID of the API key. No IP address, search words or cookies',
      fr: 'Le journal des requêtes : moment, méthode, genre de page (pas l’adresse), état, durée, identifiant de la requête et de la clé d’API. Ni adresse IP, ni mots cherchés, ni témoins',
    },
    where: { en: 'Standard output of the process', fr: 'Sortie standard du processus' },
    until: {
      en: 'As long as the operator keeps it; Reeve keeps none',
      fr: 'Aussi longtemps que l’hébergeur le garde; Reeve n’en garde aucun',
    },
    who: operator,
  },
  {
    what: {
      en: 'The account log: sign-ins, also failed ones, and changes, with the ID of the account, or a keyed hash of an address without one, and the network (a /24 of IPv4, a /48 of IPv6)',
      fr: 'Le journal des comptes : connexions, même refusées, et changements, avec l’identifiant du compte, ou l’empreinte à clé d’une adresse sans compte, et le réseau (un /24 d’IPv4, un /48 d’IPv6)',
    },
    where: { en: 'Standard output of the process', fr: 'Sortie standard du processus' },
    until: {
      en: 'As long as the operator keeps it; Reeve keeps none',
      fr: 'Aussi longtemps que l’hébergeur le garde; Reeve n’en garde aucun',
    },
    who: operator,
  },
  {
    what: {
      en: 'IP addresses and attempted e-mail addresses, counted to limit requests and the guessing of passwords',
      fr: 'Adresses IP et adresses courriel essayées, comptées pour limiter les requêtes et les essais de mots de passe',
    },
    where: {
      en: 'Memory of the process, or Redis if `REDIS_URL` is set; never on a disk by Reeve',
      fr: 'Mémoire du processus, ou Redis si `REDIS_URL` est réglé; jamais sur un disque par Reeve',
    },
    until: {
      en: `A minute for requests; up to ${retention.attemptHours} hours for attempts to sign in`,
      fr: `Une minute pour les requêtes; jusqu’à ${retention.attemptHours} heures pour les essais de connexion`,
    },
    who: { en: 'No one: it is shown nowhere', fr: 'Personne : rien ne le montre' },
  },
  {
    what: {
      en: 'Cookies, of account holders alone: `session`, `device` (recognizes a browser that signed in before; grants nothing) and `recovery`. Readers get none',
      fr: 'Témoins, pour les titulaires de compte seulement : `session`, `device` (reconnaît un navigateur déjà connecté; ne donne aucun accès) et `recovery`. Qui lit les pages n’en reçoit aucun',
    },
    where: { en: 'The browser', fr: 'Le navigateur' },
    until: {
      en: `${sessionDays} days, ${deviceDays} days, ${recoveryMinutes} minutes`,
      fr: `${sessionDays} jours, ${deviceDays} jours, ${recoveryMinutes} minutes`,
    },
    who: { en: 'The browser’s user', fr: 'La personne qui utilise le navigateur' },
  },
  {
    what: {
      en: 'Names in the record: councillors, staff and members of the public, as the council published them',
      fr: 'Noms dans les données : membres du conseil, personnel et public, comme le conseil les a publiés',
    },
    where: { en: 'Database of the record', fr: 'Base des données du conseil' },
    until: {
      en: 'Until the source no longer has them and the council is imported with `--prune`',
      fr: 'Jusqu’à ce que la source ne les ait plus et que le conseil soit importé avec `--prune`',
    },
    who: {
      en: 'Everyone; search engines, only people with a seat',
      fr: 'Tout le monde; les moteurs de recherche, seulement les personnes qui siègent',
    },
  },
]

const words = {
  en: {
    title: 'Privacy summary',
    lead: 'What Reeve keeps about people, where, for how long, and who sees it: one page to attach to the privacy assessment of an institution.',
    about:
      'Generated from the code of version {version}. It is not legal advice, and says nothing about the servers, backups and other programs of the operator.',
    kept: 'Data about people',
    head: ['What', 'Where', 'How long', 'Who sees it'],
    database: 'Database of accounts',
    not: 'What does not exist',
    nots: [
      'No analytics, advertising, pictures, fonts or scripts of other sites: pages load nothing from elsewhere.',
      'No e-mail is sent but to those who entered their address for alerts and confirmed it, and to ask for that. The address of an account is the name to sign in with, and is not confirmed.',
      'No location is stored. A postal code or a point on a map that a reader looks up is part of a URL, which no log has.',
      'No request of a program changes anything. There is no administrator on the web.',
    ],
    decided: 'What the operator decides',
    decisions: [
      'Where the service runs, and so in which country the data is.',
      'How long logs are kept, also those of a proxy, which may have IP addresses.',
      'Backups: a deleted account remains in copies until they are deleted.',
      'Whether accounts can be created at all (`SIGNUPS`). Without accounts, nothing but logs and the record is kept.',
      'Contacts for privacy, in the [site file]({site}).',
    ],
    detail: '[Privacy and safety]({safety}) says how each is protected.',
  },
  fr: {
    title: 'Résumé sur la confidentialité',
    lead: 'Ce que Reeve conserve sur les personnes, où, combien de temps, et qui le voit : une page à joindre à l’évaluation d’un organisme.',
    about:
      'Produit à partir du code de la version {version}. Ce n’est pas un avis juridique, et rien n’y est dit des serveurs, des copies de sauvegarde et des autres programmes de l’hébergeur.',
    kept: 'Ce qui est conservé',
    head: ['Quoi', 'Où', 'Combien de temps', 'Qui le voit'],
    database: 'Base de données des comptes',
    not: 'Ce qui n’existe pas',
    nots: [
      'Ni mesure d’audience, ni publicité, ni images, polices ou scripts d’autres sites : les pages ne chargent rien d’ailleurs.',
      'Aucun courriel n’est envoyé, sauf aux personnes qui ont entré leur adresse pour des avis et l’ont confirmée, et pour demander cette confirmation. L’adresse d’un compte est le nom de connexion, et n’est pas confirmée.',
      'Aucun emplacement n’est conservé. Un code postal ou un point d’une carte que quelqu’un cherche fait partie d’une adresse, qu’aucun journal ne contient.',
      'Aucune requête d’un programme ne change quoi que ce soit. Il n’y a pas d’administration sur le Web.',
    ],
    decided: 'Ce que l’hébergeur décide',
    decisions: [
      'Où le service fonctionne, et donc dans quel pays sont les données.',
      'La durée de conservation des journaux, même ceux d’un serveur mandataire, qui peuvent contenir des adresses IP.',
      'Les copies de sauvegarde : un compte supprimé y reste jusqu’à leur suppression.',
      'Si des comptes peuvent être créés (`SIGNUPS`). Sans comptes, rien d’autre que les journaux et les données du conseil n’est conservé.',
      'Les personnes à joindre sur la confidentialité, dans le [fichier du site]({site}) (en anglais).',
    ],
    detail:
      '[Confidentialité et sécurité]({safety}) (en anglais) dit comment chaque chose est protégée.',
  },
} as const

/** The one page about privacy in a language; `docs` is the way to that folder. */
export function privacySummary(language: Language, version: string, docs: string): string {
  const text = words[language]
  const filled = (line: string) =>
    line
      .replace('{version}', version)
      .replace('{site}', `${docs}reference/site-file.md`)
      .replace('{safety}', `${docs}explanation/privacy-and-safety.md`)
  const list = (lines: readonly string[]) => lines.map((line) => `- ${filled(line)}`).join('\n')
  const stored = Object.entries(storedTables).map(([name, { what, until, who }]) => [
    what[language],
    `${text.database}, \`${name}\``,
    until[language],
    who[language],
  ])
  const others = elsewhere.map(({ what, where, until, who }) =>
    [what, where, until, who].map((one) => one[language]),
  )
  return `${[
    `# ${text.title}`,
    '<!-- Made by "npm run docs" from test/support/reference/privacy-summary.ts. Change that, not this. -->',
    text.lead,
    filled(text.about),
    `## ${text.kept}`,
    table(text.head, [...stored, ...others]),
    `## ${text.not}`,
    list(text.nots),
    `## ${text.decided}`,
    list(text.decisions),
    filled(text.detail),
  ].join('\n\n')}\n`
}
