import { accountWords } from './accounts.fr.ts'
import { docsWords } from './docs.fr.ts'
import type { SiteWords } from './en.ts'
import { de, pluriel } from './grammar.ts'
import { weightedWords } from './weighted.fr.ts'

/** The words of the site in French. */
export const siteWords: SiteWords = {
  layout: {
    language: 'Français',
    skip: 'Passer au contenu',
    site: 'Site',
    developers: 'Développeurs',
    menu: 'Menu',
    close: 'Fermer',
    languages: 'Langues',
    record: 'Registre du conseil',
    records: 'Registres des conseils',
    runsOn: 'Propulsé par Reeve, logiciel libre pour les données des conseils municipaux.',
    runBy: (name) => `Hébergé par ${name}`,
    operator: 'l’hébergeur de ce service',
    contact: 'Écrire à l’hébergeur',
    contactUs: 'Nous joindre',
    about: 'À propos',
    privacy: 'Confidentialité',
    accessibility: 'Accessibilité',
    terms: 'Conditions d’utilisation',
    status: 'État du service',
    documentation: 'Documentation',
    reference: 'Référence de l’API',
    keys: 'Clés d’API',
    openapi: 'Document OpenAPI',
    inLanguage: (name) => `en ${name}`,
    source: 'Code source',
  },
  ...weightedWords,
  asTable: 'Afficher en tableau',
  accounts: accountWords,
  docs: docsWords,
  errors: {
    status: (status) => `État ${status}, identifiant de la requête `,
    notFound: 'Page introuvable',
    notTextResult:
      'Aucune page ne se trouve à l’adresse {path}. Vérifiez-la, ou retournez à la {home}.',
    home: 'page d’accueil',
    onRecord: 'Ou voyez ce qui est consigné : {council}.',
    didYouMean: 'Cherchiez-vous ce conseil : {council}?',
    didYouMeanPage: 'Cherchiez-vous {page}?',
    searchIn: (council) => `Recherche : ${council}`,
    sections: 'Sections de ce site',
    unavailable: 'Temporairement indisponible',
    unavailableText: (seconds) =>
      `La base de données est occupée ou inaccessible. Réessayez dans ${seconds} secondes.`,
    searching: 'Trop de recherches',
    searchingText:
      'Beaucoup de personnes font une recherche en ce moment. Réessayez dans quelques secondes.',
    methodNotAllowed: 'Méthode non permise',
    methodNotAllowedText: (allow, method) => `Cette page accepte ${allow}, et non ${method}.`,
    otherSite: 'Formulaire refusé',
    otherSiteText: (siteUrl) =>
      `Ce formulaire n’a pas été envoyé depuis ce site. Ouvrez ${siteUrl} et réessayez.`,
    tooLarge: 'Formulaire trop volumineux',
    tooLargeText: 'Le formulaire est trop volumineux.',
    encoding: 'Encodage du formulaire non pris en charge',
    encodingText:
      'Envoyez les champs en application/x-www-form-urlencoded, comme le fait un navigateur.',
    invalidForm: 'Formulaire invalide',
    invalidFormText: 'Le formulaire n’a pas pu être lu.',
    repeatedField: (name) => `Le champ ${name} ne doit pas être répété.`,
    failed: 'Une erreur s’est produite',
    failedText:
      'Une erreur s’est produite de notre côté. Réessayez; si elle se répète, envoyez à {operator} l’identifiant ci-dessous.',
  },
  home: {
    description:
      'Réunions, motions, et qui a voté comment dans les conseils municipaux, à lire et dans une API JSON gratuite.',
    title: 'Ce que décident les conseils',
    lead: 'Réunions, décisions, qui a voté et comment, et règlements des conseils municipaux.',
    councils: 'Conseils',
    search: 'Chercher dans les conseils',
    submit: 'Chercher',
    noneYet: 'Ce service ne couvre encore aucune municipalité.',
    adding:
      'L’importation d’un conseil depuis {location} est en cours (début : {time}). Sa page paraîtra ici.',
    notAdded: 'La première importation, depuis {location}, a échoué ({time}) :',
    addedAt: 'Prochain essai : {time}.',
    addAgain: 'Si vous en êtes l’hébergeur, essayez de nouveau : {command}',
    ifOperator: 'Si vous en êtes l’hébergeur, {importing} : {command}',
    importing: 'importez un conseil',
    counts: {
      meetings: 'Réunions',
      people: 'Personnes',
      motions: 'Motions',
      bylaws: 'Règlements municipaux',
    },
    links: { meetings: 'Réunions', votes: 'Votes enregistrés', people: 'Membres du conseil' },
    carried: 'Adoptée',
    defeated: 'Rejetée',
    decidedLast: (date) => `Dernière décision, ${date}`,
    votes: (inFavour, against) => `${inFavour} pour, ${against} contre`,
    lastImport: 'Dernière importation le {date}',
    notImported: 'Données pas encore importées',
    upcomingOnly: 'Réunions à venir seulement',
    noMeetings: 'Aucune réunion consignée',
    span: (first, last) =>
      first === last ? `Réunions ${de(first)}` : `Réunions ${de(first)} à ${last}`,
    total: (count, shown) => `${shown} ${pluriel(count, 'conseil', 'conseils')}.`,
    name: 'Nom d’un conseil',
    byLetter: 'Conseils par lettre',
    found: (count, shown) => `${shown} ${pluriel(count, 'conseil trouvé', 'conseils trouvés')}`,
    noSuch:
      'Ce conseil ne figure pas dans ce service. {link} qu’il couvre, ou demandez à son hébergeur d’ajouter le conseil.',
    regions: 'Voyez les régions',
    more: (shown) => `Pour les ${shown} autres, cherchez par nom.`,
    byRegion: 'Conseils par province, État ou pays',
    region: 'Région',
    searchTitle: 'Recherche',
    matching: 'Conseils dont des textes correspondent',
    results: (count, shown) => `${shown} ${pluriel(count, 'résultat', 'résultats')}`,
    resultsMore: (shown) => `Plus de ${shown} résultats`,
    resultsIn: (count, shown) => `dans ${shown} ${pluriel(count, 'conseil', 'conseils')}.`,
    firstShown: (shown) => `Les ${shown} premiers sont ci-dessous.`,
    best: 'Les meilleurs de chaque conseil d’abord',
    bestFirst: 'Les meilleurs d’abord',
    feed: 'Fil de ces mots dans tous les conseils',
    newest: 'Les plus récents d’abord',
    previousPage: 'Page précédente',
    nextPage: 'Page suivante',
    anyRegion: 'Toutes les régions',
    from: 'Du',
    to: 'Au',
    narrowSearch: 'Chercher dans ceux-ci',
    kinds: {
      motion: 'Motion',
      matter: 'Rapport',
      agenda_item: 'Point de l’ordre du jour',
      key_statement: 'Déclaration',
      document_section: 'Document',
    },
    noneMatching:
      'Aucun texte de ces conseils ne correspond. La recherche d’un conseil trouve aussi les personnes et les règlements.',
    narrow: (count) =>
      `Écrivez une plus grande partie du nom : jusqu’à ${count} conseils sont parcourus ensemble.`,
    others: 'Autres conseils',
    choose: 'Choisissez un conseil pour chercher dans ses données.',
    findCouncil: 'Trouver le conseil',
    noSuchSee: 'Ce conseil ne figure pas dans ce service. Voir {home}.',
    all: 'tous les conseils',
    elsewhere: 'Ailleurs',
    provinces: {
      10: 'Terre-Neuve-et-Labrador',
      11: 'Île-du-Prince-Édouard',
      12: 'Nouvelle-Écosse',
      13: 'Nouveau-Brunswick',
      24: 'Québec',
      35: 'Ontario',
      46: 'Manitoba',
      47: 'Saskatchewan',
      48: 'Alberta',
      59: 'Colombie-Britannique',
      60: 'Yukon',
      61: 'Territoires du Nord-Ouest',
      62: 'Nunavut',
    },
  },
  status: {
    title: 'État du service',
    description:
      'Jusqu’à quand les données de chaque conseil vont, et les importations en retard ou qui ont échoué.',
    allFine: 'Les données de tous les conseils sont à jour.',
    oneFine: (council) => `${council} : données à jour.`,
    about:
      'Jusqu’à quand les données de chaque conseil vont, et les importations en retard ou qui ont échoué.',
    noCouncil: 'Aucun conseil n’est encore consigné.',
    someLate: (councils, shown) =>
      `${shown} ${pluriel(councils, 'conseil est en retard, n’a rien de nouveau, ou son importation n’a pas abouti', 'conseils sont en retard, n’ont rien de nouveau, ou leur importation n’a pas abouti')}.`,
    council: 'Conseil',
    newestRecord: 'Dernière réunion tenue',
    asOf: 'Source en date du',
    lastImport: 'Dernière importation',
    age: 'Âge',
    state: 'État',
    never: 'Aucune',
    days: (days, shown) =>
      days === 0 ? 'aujourd’hui' : `${shown} ${pluriel(days, 'jour', 'jours')}`,
    fine: 'À jour',
    more: (shown) => `Et ${shown} autres.`,
    late: (days) => `En retard : aucune importation dans les ${days} derniers jours.`,
    lateRead: (date) =>
      `En retard : une source a été lue pour la dernière fois le ${date}, il y a plus de deux fois son intervalle.`,
    waits: (hosts) => `En attente de ${hosts}.`,
    running: 'Lecture en cours (début : {time}).',
    down: (sources) =>
      `{hosts} ne répond pas depuis {since}. {count} ${pluriel(sources, 'source attend', 'sources attendent')}; prochain essai après {time}.`,
    silent: (days) =>
      `Rien de nouveau dans les ${days} derniers jours, bien que les importations réussissent.`,
    failed: (date) => `L’importation du ${date} a échoué.`,
    interrupted: (date) =>
      `L’importation du ${date} a été interrompue, parce qu’elle durait trop longtemps.`,
    service: 'Ce service',
    database: 'Base de données',
    units: { MiB: 'Mio', GiB: 'Gio' },
    free: (size) => `, ${size} libres sur le disque`,
    lowDisk: 'Le disque est presque plein.',
    alerts: 'Alertes par courriel',
    alertsOff: 'Désactivées',
    subscribers: (active, unconfirmed, stopped) =>
      `Abonnements : ${active} actifs, ${unconfirmed} à confirmer, ${stopped} arrêtés.`,
    mails: (waiting, sent) =>
      `Courriels : ${waiting} en attente, ${sent} envoyés dans les 30 derniers jours.`,
    mailsLate: 'Des courriels attendent depuis plus d’un jour.',
    meanings: 'Ce que les mots veulent dire',
    newestRecordIs: 'La dernière réunion consignée qui a eu lieu.',
    asOfIs: 'Le jour de la copie importée, sinon celui du dernier changement ou événement.',
    lastImportIs: 'Quand les données ont été lues à leur source pour la dernière fois.',
    stateIs: (late, silent) =>
      `Un conseil est en retard après ${late} jours sans importation, ou si une source n’a pas été lue pendant deux fois l’intervalle auquel ce service la lit; il n’a rien de nouveau si sa dernière réunion consignée date de plus de ${silent} jours.`,
  },
  about: {
    title: 'À propos',
    description: 'Ce qu’est ce service, d’où viennent ses données, et comment signaler une erreur.',
    heading: 'À propos de ce registre',
    lead: 'Ce site présente les données des conseils municipaux : réunions, motions, qui a voté comment, et règlements, en pages et en données.',
    leadOf: (council) =>
      `Ce que décide ${council} : réunions, motions, qui a voté comment, et règlements, en pages et en données.`,
    records: 'D’où viennent les données',
    recordsText:
      'De ce que les conseils publient eux-mêmes, comme leurs portails eSCRIBE ou Legistar. Le bas de chaque page nomme sa source et la date de l’importation. Ce site montre ce que la source publie. Il n’y ajoute ni opinion ni note et ne juge personne : les listes de personnes peuvent être triées selon un nombre, et l’ordre ne dit rien d’autre.',
    notOfficial: 'Rien ici n’est un document officiel.',
    official:
      'Les procès-verbaux et les règlements du conseil le sont; les pages y mènent lorsque la source en donne l’adresse.',
    missing: 'Ce qui manque',
    meanings: [
      {
        term: 'Non consigné',
        text: ' : les données importées ne contiennent pas cette information, mais le conseil l’a peut-être.',
      },
      {
        term: 'Pas encore',
        text: ' : l’information peut encore être publiée, comme le procès-verbal d’une réunion récente.',
      },
      {
        term: 'Aucun',
        text: ' : la source contient des procès-verbaux, et ils n’en mentionnent pas.',
      },
    ],
    names:
      'Un nom n’est lié à une personne qu’avec certitude : s’il peut désigner deux personnes, il n’est lié à aucune. Chaque conseil a une page sur ce qui manque.',
    corrections: 'Signaler une erreur',
    tellOperator:
      'Si une page diffère du procès-verbal, dites-le à l’hébergeur de ce service. Si le procès-verbal est erroné, écrivez au conseil : la prochaine importation apportera sa correction.',
    writeTo:
      'Si une page diffère du procès-verbal, écrivez à {operator}. Si le procès-verbal est erroné, écrivez au conseil : la prochaine importation apportera sa correction.',
    data: 'Utiliser les données',
    dataText:
      'Les données de chaque page sont offertes en JSON. La {documentation} permet d’écrire un premier programme en dix minutes. Voir aussi ce que ce service conserve au sujet des {visitors}.',
    documentation: 'documentation',
    visitors: 'visiteurs',
    contact: 'Nous joindre',
  },
  privacy: {
    title: 'Confidentialité',
    description:
      'Ce que ce service conserve au sujet des visiteurs, des titulaires de compte, et des personnes nommées dans les données.',
    lead: 'La lecture ne demande pas de compte. Les pages ne chargent rien depuis d’autres sites, et n’ont ni publicité ni mesure d’audience.',
    visitors: 'Visiteurs',
    visitorsText:
      'Le journal contient une ligne par requête : méthode, type de page, état, durée, identifiant de la requête et identifiant de la clé d’API. Il ne contient ni adresse IP ni mots recherchés. Des serveurs placés devant lui peuvent tenir leurs propres journaux : demandez à {operator}.',
    accounts: 'Comptes et clés d’API',
    accountsTexts: [
      'Un compte est une adresse de courriel et un mot de passe, conservé seulement sous forme hachée (Argon2id).',
      'Une clé est conservée sous forme hachée, avec ses onze premiers caractères. Pour chaque clé et chaque jour, le nombre de requêtes est conservé pendant 400 jours : ni lesquelles, ni d’où, ni quand.',
      'Les témoins (cookies) ne servent qu’aux comptes : la session, un code de récupération pendant cinq minutes, et un témoin qui reconnaît un navigateur déjà connecté.',
      'Les connexions et les changements aux comptes sont journalisés avec le réseau, jamais l’adresse IP complète.',
      'Supprimer un compte supprime aussitôt ses clés, ses sessions et son utilisation.',
    ],
    alerts: 'Avis par courriel',
    alertsTexts: [
      'Pour recevoir un fil par courriel, on donne une adresse de courriel et rien d’autre. Elle est conservée avec le fil et ses filtres, comme les mots d’une recherche, et ne sert à rien d’autre.',
      'Sans confirmation, elle est supprimée après 48 heures. Chaque courriel a un lien pour l’arrêter; avec le dernier avis, l’adresse est supprimée aussitôt, et il n’en reste pendant 30 jours qu’une empreinte à clé, pour que d’autres ne puissent pas l’entrer.',
      'Les courriels n’ont ni images ni liens qui comptent. Le serveur de courriel de ce service, et ceux qui suivent, voient qui les reçoit.',
    ],
    names: 'Personnes nommées dans les données',
    namesText:
      'Les données nomment des conseillers, du personnel et des membres du public, comme les procès-verbaux. Seules les pages des personnes qui siègent au conseil ou à un comité sont ouvertes aux moteurs de recherche; les autres en sont exclues et n’ont pas de statistiques.',
    removal:
      'Pour faire retirer des mots, un fichier, des coordonnées ou une fiche entière qui vous concernent, écrivez à {operator}. Ce qui est retiré quitte chaque page, fichier et fil de ce site, et aucune importation ne le ramène; la date et le motif sont publiés, jamais les mots. Les sauvegardes faites avant le gardent jusqu’à leur suppression. Ce que la municipalité publie elle-même, elle seule peut le retirer : écrivez-lui aussi. Un nom ou une date erronés que la municipalité ne corrige pas peuvent être corrigés ici : la page dit alors ce qu’a la municipalité.',
    detail:
      '{page} décrit cela en détail. {summary} le dit en une page, à joindre à une évaluation.',
    page: 'Confidentialité et sécurité',
    summary: 'Le résumé sur la confidentialité',
    contact: 'Questions sur la confidentialité',
  },
  accessibility: {
    title: 'Accessibilité',
    description:
      'Comment ces pages sont rendues utilisables pour tout le monde, et comment signaler un obstacle.',
    lead: 'Tout le monde devrait pouvoir lire ce que décide son conseil : au clavier, avec un lecteur d’écran ou en grands caractères, sur tout écran, et sans script.',
    standard: 'Conformité des pages',
    standardText:
      'Elles sont conçues pour respecter les Règles pour l’accessibilité des contenus Web (WCAG) 2.2, niveau AA.',
    tested:
      'Le {date}, des tests dans un navigateur ont vérifié {pages} pages de la version {version}. {report} dit, critère par critère, ce qu’ils ont constaté et ce que seule une personne peut juger.',
    conformance: 'Le rapport de conformité',
    limits: 'Limites',
    limitsTexts: [
      'Les documents que publie un conseil, comme les ordres du jour en PDF, sont les siens et peuvent comporter des obstacles.',
      'La plus grande partie de la documentation et les descriptions de l’API sont en anglais seulement.',
    ],
    report: 'Signaler un obstacle',
    writeTo:
      'Écrivez à {operator} : dites de quelle page il s’agit, et ce qui ne fonctionne pas. Vous pouvez aussi demander un document sous une autre forme.',
    complain: 'Si la réponse ne suffit pas',
    complainText:
      'Vous pouvez porter plainte auprès de l’organisme chargé d’appliquer la loi sur l’accessibilité ou les droits de la personne là où se trouve la municipalité, comme sa commission des droits de la personne.',
    contact: 'Contact pour l’accessibilité',
  },
  terms: {
    title: 'Conditions d’utilisation',
    description: 'Ce que vous pouvez faire des données, et ce que ce service ne promet pas.',
    lead: 'La lecture est gratuite, avec ou sans compte. Ce que vous construisez avec les données l’est aussi.',
    licence: 'Licence des données',
    licensed: 'Les données sont publiées sous la {licence}.',
    unlicensed:
      'Ce site dans son ensemble n’indique pas de licence des données. La page « Couverture » de chaque conseil nomme la licence que ses données importées indiquent, s’il y en a une. Le conseil qui les a publiées en a peut-être une : voyez sa page de données ouvertes.',
    use: 'Utilisation',
    useTexts: [
      'Nommez le conseil comme source, et le jour : ses données peuvent changer.',
      'Ne présentez pas les données comme un document officiel, ni comme approuvées par le conseil.',
      'Les requêtes des programmes sont limitées, pour que tout le monde obtienne une réponse.',
    ],
    promise: 'Aucune garantie',
    promiseText:
      'Les données peuvent être incomplètes ou erronées. Vérifiez ce qui importe dans les procès-verbaux.',
    software: 'Le logiciel est Reeve, sous licence MIT, qui ne couvre pas les données.',
    contact: 'Questions sur les données',
  },
}
