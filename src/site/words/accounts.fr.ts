import {
  keyNameLengthMax,
  passwordLengthMax,
  passwordLengthMin,
} from '../../core/account-limits.ts'
import type { AccountWords } from './accounts.en.ts'
import { pluriel } from './grammar.ts'

/** The words of the pages of accounts and keys in French. */
export const accountWords: AccountWords = {
  errors: {
    email_invalid: 'Entrez une adresse de courriel, comme nom@exemple.ca.',
    email_taken:
      'Un compte avec cette adresse existe déjà. Connectez-vous, ou utilisez votre code de récupération si vous avez oublié votre mot de passe.',
    password_wrong: 'Ce n’est pas votre mot de passe.',
    password_short: `Utilisez au moins ${passwordLengthMin} caractères.`,
    password_long: `Utilisez au plus ${passwordLengthMax} caractères.`,
    password_untypeable: 'Utilisez des caractères qui peuvent être tapés.',
    password_uniform: 'Utilisez plus d’un caractère différent.',
    password_email: 'N’utilisez pas votre adresse de courriel.',
    password_common: 'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
  },
  nameErrors: {
    missing: 'Entrez un nom pour la clé.',
    long: `Utilisez au plus ${keyNameLengthMax} caractères.`,
    invisible: 'Utilisez des caractères visibles, sur une seule ligne.',
  },
  fields: {
    email: 'Adresse de courriel',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    currentPassword: 'Mot de passe actuel',
    passwordHint: `Au moins ${passwordLengthMin} caractères. Une phrase convient.`,
    recoveryCode: 'Code de récupération',
  },
  recoveryCode: {
    heading: 'Votre code de récupération',
    save: 'Conservez-le dès maintenant.',
    text: 'Si vous oubliez votre mot de passe, il vous faut ce code pour en choisir un autre. Il ne sera plus affiché; nous n’en conservons qu’une empreinte.',
    copy: 'Copier le code',
  },
  why: {
    heading: 'Pourquoi une clé?',
    lead: 'Un programme qui lit l’API v1 a besoin d’une clé, afin qu’un seul programme n’accapare pas le service. La clé est gratuite.',
    limit: (shown) => `Chaque clé permet ${shown} requêtes par période de 60 secondes.`,
    revoke: 'Vous voyez l’utilisation de chaque clé, et pouvez la révoquer en tout temps.',
    free: 'Les pages, les feuilles de calcul (CSV), les calendriers, les fils et {ocd} sont accessibles sans clé.',
    ocd: 'Open Civic Data',
  },
  signUp: {
    title: 'Créer un compte',
    lead: 'Un compte ne sert qu’aux clés d’API. Vous vous connectez avec votre adresse de courriel; nous n’envoyons aucun courriel.',
    submit: 'Créer le compte',
    already: 'Vous avez déjà un compte? {link}.',
    signIn: 'Connectez-vous',
  },
  signIn: {
    title: 'Se connecter',
    submit: 'Se connecter',
    noAccount: 'Pas encore de compte? {link}.',
    create: 'Créez-en un',
    forgot:
      'Mot de passe oublié? Utilisez votre {code}, ou demandez un lien de réinitialisation à {operator}.',
    code: 'code de récupération',
    noEmail: 'Entrez l’adresse de courriel de votre compte.',
    noPassword: 'Entrez votre mot de passe.',
    wrong: 'L’adresse de courriel ou le mot de passe est incorrect.',
    disabled: (operator) =>
      `Ce compte est désactivé. Pour le faire réactiver, écrivez à ${operator}.`,
    signedOut: 'Votre session est terminée.',
    reset:
      'Votre nouveau mot de passe est en vigueur. Connectez-vous. Votre ancien code de récupération ne fonctionne plus : créez-en un autre sous Compte.',
    sessionEnded: 'Votre session a pris fin. Connectez-vous et réessayez.',
  },
  recover: {
    title: 'Choisir un nouveau mot de passe',
    lead: 'Entrez le code de récupération que vous avez conservé à la création de votre compte. Vos sessions prendront fin dans tous les navigateurs; vos clés d’API continueront de fonctionner. Pas de code? Demandez un lien de réinitialisation à {operator}.',
    submit: 'Enregistrer le mot de passe',
    wrong: 'L’adresse de courriel ou le code de récupération est incorrect.',
    setTitle: 'Mot de passe enregistré',
    setHeading: 'Votre mot de passe est enregistré',
    replaced: 'Le code de récupération utilisé ne fonctionne plus. Celui-ci le remplace.',
    saved: 'C’est noté? {link}.',
  },
  reset: {
    lead: 'Vos sessions prendront fin dans tous les navigateurs. Vos clés d’API continueront de fonctionner, mais pas votre ancien code de récupération.',
    expired: 'Ce lien est expiré ou a déjà servi',
    expiredText: (operator) =>
      `Un lien de réinitialisation sert une seule fois, pendant une heure. Pour en obtenir un autre, écrivez à ${operator}.`,
  },
  settings: {
    name: 'Paramètres',
    signedInAs: 'Compte : {email}',
    signOut: 'Se déconnecter',
  },
  keys: {
    title: 'Clés d’API',
    none: 'Vous n’avez aucune clé active. Créez-en une ci-dessous.',
    create: 'Créer une clé',
    lead: (active, max) =>
      `Utilisez une clé par programme : vous pourrez en révoquer une sans arrêter les autres. Clés utilisées : ${active} sur ${max}.`,
    submit: 'Créer la clé',
    name: 'Nom',
    nameHint: 'À quoi elle sert, par exemple « Suivi du budget ».',
    notCreated: (limit) =>
      `Cette clé n’a pas été créée : ${
        limit.reason === 'created_today'
          ? `ce compte a créé ${limit.created} ${pluriel(limit.created, 'clé', 'clés')} en 24 heures; réessayez demain`
          : `ce compte a déjà ${limit.keysMax} ${pluriel(limit.keysMax, 'clé', 'clés')}; révoquez-en une d’abord${limit.isJustUsed ? '; une clé révoquée qui vient de servir compte encore une minute' : ''}`
      }.`,
    alreadyCreated:
      'Ce formulaire a déjà été envoyé et a créé une clé. Une clé n’est affichée qu’une fois; si vous ne l’avez pas conservée, révoquez-la et créez-en une autre.',
    created: 'Votre clé « {name} »',
    copyNow: 'Copiez-la dès maintenant.',
    once: 'Elle ne sera plus affichée; nous n’en conservons qu’une empreinte.',
    copy: 'Copier la clé',
    tryIt: 'Essayez-la dans un terminal :',
    copyCall: 'Copier l’appel',
    done: 'C’est fait? {link}.',
    back: 'Retournez à vos clés',
    unnamed: 'Clé sans nom',
    beginsWith: 'Début',
    createdAt: 'Création',
    lastUsed: 'Dernière utilisation',
    never: 'jamais',
    revoke: 'Révoquer…',
    revokeText: (name) =>
      `Les programmes qui utilisent « ${name} » cesseront aussitôt de fonctionner. Cette action est irréversible.`,
    revokeNamed: (name) => `Révoquer « ${name} »`,
    revoked: 'La clé est révoquée. Les programmes qui l’utilisent ne fonctionnent plus.',
    revokedLately: (days) => `Clés révoquées dans les ${days} derniers jours`,
    revokedAt: 'révoquée le {time}',
    notFound: 'Clé introuvable',
    notFoundText: 'Vous n’avez aucune clé active avec cet identifiant.',
    noRequests: (days) => `Aucune requête dans les ${days} derniers jours.`,
    requests: (days, total) => `Requêtes par jour, ${days} derniers jours : ${total}`,
    requestsTitle: 'Requêtes par jour (UTC)',
    day: 'Jour',
    accepted: 'Acceptées',
    rejected: 'Refusées par la limite',
  },
  account: {
    title: 'Compte',
    passwordChanged:
      'Votre mot de passe est changé. Les sessions des autres navigateurs sont terminées; vos clés fonctionnent toujours.',
    codeReplaced: 'Un nouveau code de récupération remplace l’ancien.',
    change: 'Changer le mot de passe',
    changeText:
      'Vos sessions prendront fin dans tous les autres navigateurs. Vos clés d’API continueront de fonctionner. Si vous avez un code de récupération, un nouveau le remplacera.',
    hasCode: 'Vous avez un code de récupération. Un nouveau le remplacera.',
    noCode:
      'Vous n’avez pas de code de récupération. Il permet de choisir un autre mot de passe si vous oubliez le vôtre.',
    replaceCode: 'Remplacer le code',
    addCode: 'Créer un code',
    createCode: 'Créer un code de récupération',
    sessions: 'Vos sessions',
    thisBrowser: '(ce navigateur)',
    seen: 'Connexion : {start}; dernière activité : {seen}',
    end: 'Mettre fin à la session',
    endOthers: 'Mettre fin à toutes les autres',
    sessionNotFound: 'Session introuvable',
    sessionNotFoundText: 'Elle est peut-être déjà terminée.',
    unknownBrowser: 'Navigateur inconnu',
    browserOn: (browser, system) => `${browser} sur ${system}`,
    delete: 'Supprimer le compte',
    deleteMine: 'Supprimer mon compte…',
    deleteText:
      'Votre compte, ses clés et les données de leur utilisation sont supprimés aussitôt. Cette action est irréversible. Les programmes qui utilisent les clés cesseront de fonctionner.',
    deleted: 'Compte supprimé',
    deletedHeading: 'Votre compte est supprimé',
    deletedText: 'Ses clés ne fonctionnent plus, et toutes ses sessions sont terminées.',
    home: 'Retour à la page d’accueil',
  },
  closed: {
    insecure: 'Connexion désactivée',
    insecureText:
      'Ce service n’utilise pas https : un mot de passe pourrait être intercepté. L’hébergeur peut le placer derrière https ou définir ALLOW_INSECURE_HTTP=1.',
    signUp: 'Inscription fermée',
    signUpText: (operator) =>
      `L’inscription est fermée dans ce service. Pour obtenir un compte, écrivez à ${operator}.`,
  },
  throttled: 'Trop de tentatives',
  throttledText: (seconds) =>
    `Trop de tentatives. Attendez ${
      seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
    }, puis réessayez.`,
}
