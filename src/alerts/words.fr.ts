import type { AlertWords } from './words.en.ts'

/** The words of alerts by e-mail, on pages and in e-mails, in French. */
export const alertWords: AlertWords = {
  heading: 'Par courriel',
  what: 'Un courriel avec les nouveautés de ce fil, et rien d’autre.',
  address: 'Adresse courriel',
  speed: 'À quelle fréquence',
  speeds: {
    now: 'Aussitôt, un par heure au plus',
    daily: 'Une fois par jour, à 7 h',
    weekly: 'Une fois par semaine, le lundi à 7 h',
  },
  preview: 'À quoi ressemble un courriel',
  which: 'Ce qu’il faut envoyer',
  tooCommon:
    'Presque tous les documents contiennent ces mots : un courriel porterait sur tout. Cherchez des mots qui disent ce que vous suivez.',
  noEvent: 'Choisissez au moins une case.',
  events: {
    decided: { heading: 'Décidé', choice: 'Ce qui a été décidé' },
    agenda: {
      heading: 'À l’ordre du jour',
      choice: 'Ce qui est à un ordre du jour, avant la réunion',
    },
    changed: { heading: 'Modifié ou annulé', choice: 'Ce qui a été modifié ou annulé' },
    other: {
      heading: 'Autres nouveautés',
      choice: 'Les autres nouveautés, comme les procès-verbaux et les rapports',
    },
  },
  counts: {
    decided: (count) => `${count} ${count === 1 ? 'décision' : 'décisions'}`,
    agenda: (count, day) =>
      day === undefined
        ? `${count} à l’ordre du jour`
        : day.weekday === null
          ? `${count} à l’ordre du jour du ${day.date.replace(/^le /, '')}`
          : `${count} à l’ordre du jour de ${day.weekday}`,
    changed: (count) => `${count} ${count === 1 ? 'changement' : 'changements'}`,
    other: (count) => `${count} ${count === 1 ? 'autre nouveauté' : 'autres nouveautés'}`,
  },
  submit: 'Recevoir par courriel',
  confirmFirst:
    'Nous envoyons d’abord un lien à cette adresse. Rien d’autre n’est envoyé tant que vous ne l’avez pas ouvert et appuyé sur le bouton qui s’y trouve.',
  invalidAddress: 'Entrez une seule adresse courriel, comme nom@example.ca.',
  throttled: 'Trop de demandes de ce réseau. Réessayez dans une heure.',
  asked: 'Regardez dans votre boîte de réception',
  askedText: (address) =>
    `Nous envoyons un courriel avec un lien à ${address}, sauf si cette adresse en a reçu un dans les dernières 24 heures : ce lien vaut pour tout ce que vous demandez aujourd’hui; si vous l’avez déjà utilisé, confirmez ceci dans « Mes avis ». Une personne qui s’est désabonnée depuis moins de 30 jours n’en reçoit pas. Le lien fonctionne pendant 48 heures.`,
  confirm: {
    title: 'Confirmer vos avis par courriel',
    lead: 'Vous avez demandé ces courriels :',
    submit: 'Oui, envoyez-les-moi',
    done: 'Confirmé',
    doneText: 'Vous recevrez un courriel quand il y a du nouveau. Chacun a un lien pour l’arrêter.',
  },
  leave: {
    title: 'Arrêter ces courriels',
    one: (title) => `Arrêter « ${title} »`,
    all: 'Arrêter tous les courriels de ce site',
    text: 'Rien n’a encore changé. Appuyez sur un bouton :',
    done: 'Arrêté',
    doneText: 'Vous ne recevrez plus ces courriels.',
    doneAll:
      'Vous ne recevez plus de courriels de ce site et votre adresse a été supprimée. Pendant 30 jours, on ne peut pas l’entrer de nouveau ici, pour que d’autres ne le fassent pas.',
    after:
      'Avec le dernier, votre adresse est supprimée. Pendant 30 jours, on ne peut pas l’entrer de nouveau ici, pour que d’autres ne le fassent pas.',
  },
  own: {
    title: 'Mes avis',
    of: (address) => `Ce qui est envoyé à ${address} :`,
    unconfirmed: 'Pas encore confirmé : rien n’en est envoyé.',
    gone: 'Cette page n’est plus ici : rien n’est envoyé à moins qu’elle ne revienne.',
    confirm: 'Oui, envoyez-le-moi',
    save: 'Enregistrer',
    stop: 'Arrêter celui-ci',
    stopAll: 'Tout arrêter et supprimer mon adresse',
    saved: 'Enregistré.',
    export: 'Tout ce qui est conservé au sujet de cette adresse (JSON)',
    stopped:
      'Des courriels à cette adresse sont revenus. Rien n’est envoyé tant que vous n’appuyez pas sur ce bouton :',
    resume: 'Envoyer de nouveau',
    renew: 'Rendre invalides tous les anciens liens',
    renewText: 'Si quelqu’un d’autre a un de vos courriels : seule cette page a le nouveau lien.',
    ask: 'Pour voir et modifier ce que vous recevez, entrez votre adresse. Nous y envoyons un lien.',
    askSubmit: 'Envoyer le lien',
    asked: (address) =>
      `Si ${address} a des avis et n’a pas reçu ce courriel aujourd’hui, le lien est en route.`,
  },
  invalidLink: 'Ce lien ne fonctionne plus',
  invalidLinkText:
    'Il est incomplet, il a déjà servi ou il est trop ancien. Pour arrêter les courriels, utilisez le lien du plus récent; pour recommencer, choisissez « Suivre » sur une page de ce site.',
  mail: {
    confirmSubject: (site) => `Confirmez vos avis par courriel de ${site}`,
    confirmText: (site) =>
      `Quelqu’un, probablement vous, a demandé à ${site} d’envoyer des courriels à cette adresse :`,
    confirmLink: 'Pour les recevoir, ouvrez cette page et appuyez sur le bouton :',
    confirmIgnore:
      'Si ce n’était pas vous, ne faites rien : ce qui n’est pas confirmé est supprimé après 48 heures.',
    subject: (councils, feed, counted) => `${councils} : ${feed} – ${counted.join(', ')}`,
    was: (before) => `Auparavant : ${before}`,
    gone: 'Il n’y est plus, ou porte maintenant un autre nom.',
    ended:
      'Cette page n’est plus ici depuis une semaine : il n’y a plus rien à envoyer. Si elle revient, les courriels reviennent aussi.',
    endedSubject: (titles) => `N’est plus ici : ${titles}`,
    agenda: 'Ordre du jour du conseil',
    source: 'Publié par le conseil',
    why: (feed) =>
      `Vous recevez ceci parce que vous suivez « ${feed} ». Pour l’arrêter ou le modifier, voyez la fin de ce courriel.`,
    more: (count) => `La page de ce fil en montre ${count} de plus.`,
    all: 'Tout ce fil :',
    stop: (feed) => `Arrêter « ${feed} » :`,
    change: 'Voir et modifier ce que vous recevez :',
    stopAll: 'Arrêter tous les courriels de ce site :',
    ownSubject: (site) => `Vos avis par courriel de ${site}`,
    ownText: (site) => `Pour voir, modifier ou arrêter ce que ${site} vous envoie :`,
    testSubject: (site) => `Essai des avis de ${site}`,
    testText: 'Ce courriel a les en-têtes de ceux qui donnent les nouveautés. Voyez-en la source.',
    ownIgnore: 'Si vous n’avez pas demandé ce lien, ne faites rien.',
    from: (operator) => `Envoyé par ${operator}.`,
  },
}
