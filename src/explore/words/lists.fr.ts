import { de, pluriel } from '../../site/words/grammar.ts'
import { otherLaws } from './laws.fr.ts'
import type { listWords as english } from './lists.en.ts'

/** The words of the overview, the lists and the search in French. */
export const listWords: typeof english = {
  overview: {
    title: 'Aperçu',
    description: (council) =>
      `Décisions récentes ${de(council)}, prochaines réunions et membres du conseil.`,
    empty: 'Aucune réunion ni motion datée n’est consignée.',
    held: { meetings: 'réunions', motions: 'motions', votes: 'votes de chaque membre' },
    between: (held, months) => `Au registre : ${held}, ${months}.`,
    undated: (count, shown) =>
      `${shown} ${pluriel(count, 'motion n’a', 'motions n’ont')} pas de date.`,
    ended: (last) =>
      `La dernière réunion consignée a eu lieu le ${last}. De plus récentes figurent peut-être sur {site}.`,
    site: 'le site du conseil',
    next: 'Prochaines réunions',
    noNext: 'Aucune réunion à venir n’est consignée.',
    latest: 'Dernières réunions',
    noLatest: 'Aucune réunion passée n’est consignée.',
    nextOthers: 'Comités et conseils',
    noNextOfCouncil:
      'Aucune réunion à venir du conseil n’est consignée. Son calendrier est peut-être sur {site}.',
    agenda: 'Ordre du jour',
    noAgendaYet: 'Son ordre du jour n’est pas encore consigné. Il est peut-être sur {site}.',
    decided: 'Dernières décisions',
    noneDecided: 'Aucune décision du conseil n’est consignée.',
    motionsOf: (shown, all) => `${shown} motions sur ${all}`,
    allDecisions: 'Tout ce qui a été décidé à cette réunion',
    noMeeting: 'Cette réunion n’est pas consignée, seulement ses motions.',
    allOnDay: 'Tout ce qui a été décidé ce jour-là',
    find: 'Votre conseillère ou conseiller',
    bySeat: {
      ward: 'Choisir un quartier ou un nom',
      district: 'Choisir un district ou un nom',
      seat: 'Choisir un nom',
    },
    seat: (ward, name) => `${ward} : ${name}`,
    allMembers: 'Tous les membres du conseil',
    map: 'Sur une carte',
    mapLinks: 'La carte a les mêmes liens que la liste.',
    nextOfCouncil: 'Prochaine réunion du conseil',
    wholeAgenda: (items) => `Tout l’ordre du jour : ${items} points`,
    decidedOn: (date) => `Décidé le ${date}`,
    yourCouncil: 'Votre conseil',
    doors: {
      label: 'Listes du registre',
      defeated: { name: 'Rejetées', about: (months) => `rejeté ou refusé, ${months}` },
      contested: { name: 'Partagées', about: (months) => `des voix pour et contre, ${months}` },
      bylaws: { about: (hasTexts) => `leur parcours${hasTexts ? ' et leur texte' : ''}` },
      matters: { name: 'Rapports', about: 'et ce qu’ils sont devenus' },
      meetings: {
        name: 'Réunions',
        parts: {
          ...{ agendas: 'ordres du jour', minutes: 'procès-verbaux' },
          ...{ motions: 'motions', votes: 'votes' },
        },
      },
    },
    allMeetings: 'Toutes les réunions',
  },
  meetings: {
    title: 'Réunions',
    description: (council) =>
      `Réunions ${de(council)}, de ses comités et autres conseils, et ce qui en est consigné.`,
    missedBy: (person) =>
      `Seulement les réunions dont les présences indiquent l’absence de ${person}.`,
    withVotes: 'Avec votes enregistrés seulement',
    count: (count, shown) => `${shown} ${pluriel(count, 'réunion', 'réunions')}`,
    comingUp: 'À venir',
    past: 'Passées',
    later: 'Réunions suivantes',
    onDay: (date, count) => `${date} : ${count} ${pluriel(count, 'réunion', 'réunions')}`,
    none: 'Aucune réunion consignée.',
    noneSuch: 'Aucune réunion consignée ne correspond à ces filtres.',
    agenda: 'ordre du jour',
    minutes: 'procès-verbal',
    video: 'vidéo',
    motions: (count) => `${count} ${pluriel(count, 'motion', 'motions')}`,
    recorded: (count) => `${count} ${pluriel(count, 'vote enregistré', 'votes enregistrés')}`,
    noMinutesYet: 'procès-verbal pas encore publié',
    noMinutes: 'aucun procès-verbal consigné',
  },
  motions: {
    title: 'Motions',
    description: (council) => `Motions ${de(council)} et de ses comités, avec leur résultat.`,
    result: 'Résultat',
    allResults: 'Tous les résultats',
    writtenResult: 'Résultat, tel que la source l’écrit',
    kind: 'Type',
    allKinds: 'Tous les types',
    mover: 'Proposée par',
    anyone: 'Tout le monde',
    recordedOnly: 'Avec votes enregistrés seulement',
    contestedOnly: 'Votes partagés seulement',
    about: 'Avec tous ces mots',
    noneSuch: 'Aucune motion consignée ne correspond à ces filtres.',
    none: 'Non consigné : aucune motion de ce conseil n’est consignée.',
    namedOnly: (count, against) =>
      `${count} ${pluriel(count, 'vote enregistré', 'votes enregistrés')} par nom${against > 0 ? `, dont ${against} contre` : ''}, sans décompte`,
    againstOnly: (count) =>
      `${count} ${pluriel(count, 'membre', 'membres')} contre, par nom; aucun décompte publié`,
    total: (shown) => `Toutes les motions (${shown})`,
    years: 'Années',
  },
  votesPage: {
    title: 'Votes enregistrés',
    description: (council) =>
      `Motions ${de(council)} pour lesquelles est consigné qui a voté et comment.`,
    person: 'Membre',
    anyone: 'Tout le monde',
    dissent: 'Avec votes du côté perdant seulement',
    outvoted: 'Seulement si en minorité',
    none: 'Non consigné : aucune motion consignée n’indique qui a voté et comment.',
    noneSuch: 'Aucun vote enregistré ne correspond à ces filtres.',
    noneShown: 'Aucun des votes enregistrés n’est de ce genre.',
    showsLabel: 'Quels votes',
    allShown: 'Tous les votes',
    shows: {
      defeated: 'Rejets et refus',
      close: 'Votes serrés',
      unanimous: 'Votes unanimes',
      contested: 'Votes partagés',
    },
    meanings: {
      defeated: 'Les motions rejetées, et ce qui a été refusé ou désapprouvé.',
      close: 'Au moins un tiers des votes comptés de chaque côté.',
      unanimous:
        'Tous les votes comptés sont pour, ou tous contre; les abstentions et les absences ne comptent pas.',
      contested: 'Des votes pour et des votes contre.',
    },
    counted: {
      title: 'Décomptes',
      of: 'Motions avec votes enregistrés',
      named: (person) => `Avec un vote de ${person}`,
      motions: 'Qui correspondent',
      cast: 'Pour, contre ou abstention',
      losing: 'Du côté perdant',
      uncounted: 'Motions avec quelques noms, sans décompte',
      uncountedVotes: (value) => `${value}, sur celles-ci`,
      rollCallVotes: (value) => `${value}, par appel nominal`,
      unrecorded: 'Motions sans vote enregistré',
      means:
        'Les votes sont comptés nommément, tels que consignés. Une motion sans vote enregistré a été décidée aussi; qui a voté et comment n’est pas consigné.',
    },
    closest: 'Les votes les plus serrés du registre',
    byDate: 'Tous les votes serrés, les plus récents d’abord',
    views: 'Affichage',
    list: 'Liste',
    grid: 'Tableau des membres',
    member: 'Membre',
    ofMeeting: 'D’une réunion : {meeting}.',
    unnamed: '?',
    noMember: '–',
    legend:
      '? : aucun vote de ce membre n’est consigné nommément, alors que d’autres le sont. – : ne total pas parmi les membres ni à cette réunion. Absence : absence consignée.',
    moreMembers: (shown, all) =>
      `${shown} personnes sur ${all} sont montrées; la page de chaque motion les montre toutes.`,
  },
  people: {
    members: 'Membres du conseil',
    description: (council) =>
      `Les membres ${de(council)} : leurs votes et leur présence aux réunions.`,
    reasons:
      'Une absence peut avoir un motif, comme un congé : ceux que la source donne pour les absences aux réunions sont à la page {attendance}.',
    sorted: (count, shown) =>
      `${shown} ${pluriel(count, 'membre', 'membres')} : leurs votes, leur présence aux réunions, et combien de fois le vote est allé contre eux.`,
    voteless: 'Aussi dans la source, sans vote consigné : {names}.',
    bySeat: { ward: 'quartier', district: 'district', seat: 'siège' },
    byName: 'nom',
    seat: (parts) => parts.join(', '),
    noMembers:
      'Non consigné : les données importées n’indiquent pas qui siège au conseil aujourd’hui.',
    former: 'Anciens membres',
    voters: 'Personnes qui ont voté au conseil',
    earlierVoters: 'Les années précédentes',
    votedFrom: 'A voté',
    byLatestVote: 'Choisir un nom, les plus récents d’abord',
    allVoters: 'Toutes les personnes qui ont voté au conseil',
    votersText:
      'Les données importées contiennent les votes de ces personnes au conseil, sans dire quand elles y ont siégé.',
    votedIn: (body, months) => (months === '' ? `A voté : ${body}` : `A voté : ${body}, ${months}`),
    months: (first, last) => `${de(first)} à ${last}`,
    undated: (months, count, shown) =>
      `${months} (et ${shown} ${pluriel(count, 'vote', 'votes')} sans date)`,
    votes: (count, shown) => `${shown} ${pluriel(count, 'vote', 'votes')}`,
    postalCode: 'Code postal, ou ses trois premiers caractères',
    map: (noun) =>
      `Choisissez un ${noun} pour voir qui y siège. La liste des membres a les mêmes liens.`,
    vacant: 'personne n’est consigné',
    noWard: (noun) =>
      `Aucun ${noun} consigné de ce conseil ne s’y trouve. La liste ci-dessous a tous les membres.`,
    wardsFound: (count, noun) =>
      pluriel(count, `Le ${noun} à cet endroit :`, `Les ${noun}s à cet endroit :`),
    areas: { ward: 'quartier', district: 'district', seat: 'quartier' },
    everyone: 'Toutes les personnes nommées dans les documents',
    everyoneText:
      'Membres du conseil et des comités, personnel et autres personnes nommées dans les données.',
    noOne: 'Non consigné : les données ne nomment personne.',
  },
  totals: {
    name: 'Membre',
    seats: { ward: 'Quartier', district: 'District', seat: 'Siège' },
    names: {
      votes: 'Votes exprimés',
      attendance: 'Réunions suivies',
      absences: 'Absences aux votes',
      losing: 'Du côté perdant',
      recusals: 'Récusations',
      moved: 'Motions proposées',
    },
    sortBy: 'Trier par',
    part: (count, of) => `${count} sur ${of}`,
    unknown: '–',
    unknownIs: 'Un tiret signifie « non consigné ».',
    means: {
      votes:
        'Les votes exprimés sont les votes pour, les votes contre et les abstentions, au conseil et dans les comités.',
      attendance: 'La présence porte sur les réunions dont l’appel nominal nomme la personne.',
      absences:
        'Les absences aux votes sont les votes enregistrés pour lesquels la source dit la personne absente, sur tous ceux qui la nomment ; ce ne sont pas des absences à une réunion.',
      losing:
        'Le côté perdant porte sur les votes pour ou contre des motions adoptées ou rejetées.',
      recusals:
        'Les récusations sont les votes enregistrés auxquels la personne n’a pas pris part en raison d’un intérêt.',
      moved: 'Les motions proposées sont celles qui la nomment comme motionnaire.',
    },
    unrecorded: {
      votes: 'Aucun vote de ces personnes n’est consigné par nom.',
      attendance: 'Aucun appel nominal consigné ne nomme ces personnes.',
      absences: 'Aucune absence à un vote n’est consignée.',
      losing: 'Aucun vote de ces personnes ne porte sur une motion adoptée ou rejetée.',
      recusals: 'Aucune récusation n’est consignée.',
      moved: 'Aucune motion consignée ne nomme de motionnaire.',
    },
    tooFew: (meetings, votes) =>
      `Un pourcentage demande au moins ${meetings} réunions ou ${votes} votes ; les personnes qui en ont moins viennent après les autres.`,
    presentOnly:
      'Les appels nominaux consignés ne nomment que des personnes présentes : des absences peuvent manquer.',
  },
  matters: {
    title: 'Rapports',
    description: (council) =>
      `Rapports et dossiers ${de(council)} : chaque étape, motion et document.`,
    lead: 'Rapports et dossiers, suivis d’une réunion à l’autre. Les plus récents figurent en premier.',
    words: 'Mots dans les rapports',
    from: 'Dernière étape, du',
    to: 'Au',
    status: 'État',
    category: 'Catégorie',
    none: 'Non consigné : les données importées ne contiennent pas de rapports.',
    noneSuch: 'Aucun rapport consigné ne correspond à ces filtres.',
    lastSeen: (date) => `dernière étape le ${date}`,
    lapsed: (date) => (date === null ? 'Devenu caduc' : `Devenu caduc le ${date}`),
    undated: 'date non consignée',
  },
  bylaws: {
    title: 'Règlements municipaux',
    description: (council) =>
      `Règlements municipaux ${de(council)}, par numéro, titre, état et année.`,
    q: 'Numéro ou titre',
    status: 'État',
    category: 'Catégorie',
    year: 'Année',
    none: 'Non consigné : les données importées ne contiennent pas de règlements. Le conseil en a peut-être.',
    noneSuch: 'Aucun règlement consigné ne correspond à ces filtres.',
    others: otherLaws,
    numbered: {
      bylaw: (number) => `Règlement municipal ${number}`,
      local_law: (number) => `Loi locale ${number}`,
      ordinance: (number) => `Ordonnance ${number}`,
    },
    undated: 'année non consignée',
    passedOn: (day) => `adopté le ${day}`,
    enactedOn: (day) => `a pris force de loi le ${day}`,
    inForceOn: (day) => `en vigueur le ${day}`,
  },
  bodies: {
    title: 'Comités et conseils',
    lead: 'Le conseil, ses comités et ses autres conseils.',
    description: (council) =>
      `Le conseil, les comités et les autres conseils ${de(council)} : membres et réunions.`,
    kinds: {
      council: 'Conseil',
      committee: 'Comité',
      board: 'Commission ou conseil',
      commission: 'Commission',
      other: 'Autre',
    },
    name: 'Conseil ou comité',
    last: 'Dernière réunion consignée',
    next: 'Prochaine réunion consignée',
    members: (count, shown) => `${shown} ${pluriel(count, 'membre', 'membres')}`,
    noDay: 'Aucune consignée',
    inactive: 'pas en activité aujourd’hui',
    meetings: (count, shown) =>
      `${shown} ${pluriel(count, 'réunion consignée', 'réunions consignées')}`,
    none: 'Aucun comité consigné.',
  },
  search: {
    title: 'Recherche',
    titled: (q) => `Recherche : ${q}`,
    words: 'Mots',
    submit: 'Chercher',
    hint: 'Une rue, un sujet, un nom',
    kind: 'Type',
    allKinds: 'Tout',
    kinds: {
      motion: 'Motion',
      matter: 'Rapport',
      agenda_item: 'Point de l’ordre du jour',
      key_statement: 'Déclaration',
      document_section: 'Document',
    },
    types: {
      motions: 'Motions',
      matters: 'Rapports',
      agenda_items: 'Points de l’ordre du jour',
      key_statements: 'Déclarations',
      document_sections: 'Documents',
    },
    bets: 'Accès direct',
    question: {
      next: {
        found: 'Prochaine réunion consignée',
        none: 'La prochaine réunion n’est pas consignée.',
      },
      last: {
        found: 'Dernière réunion consignée',
        none: 'La dernière réunion n’est pas consignée.',
      },
    },
    file: (identifier) => `Dossier ${identifier}`,
    body: 'Ses membres et ses réunions',
    person: 'Votes, motions et présences',
    results: 'Résultats',
    others: (count) => `Aussi dans ${count} ${pluriel(count, 'autre entrée', 'autres entrées')}`,
    nothing: (q) => `Aucun résultat pour « ${q} ».`,
    found: (count, shown) => `${shown} ${pluriel(count, 'résultat', 'résultats')}.`,
    foundBoth: (count, shown, shownOthers) =>
      `${shown} ${pluriel(count, 'résultat', 'résultats')}, puis ${shownOthers} qui ont une partie des mots.`,
    foundMore: (count, shown) =>
      `${shown} ${pluriel(count, 'résultat', 'résultats')}, puis les textes plus anciens qui ont les mots.`,
    mentions: 'Avec une partie des mots',
    when: 'Quand il en a été question',
    inPeriod: (period, count, shown) =>
      `${period} : ${shown} ${pluriel(count, 'résultat', 'résultats')}`,
    most: (period, count, shown) =>
      `Le plus en ${period} : ${shown} ${pluriel(count, 'résultat', 'résultats')}.`,
    severally: {
      months: 'Un résultat de plusieurs mois compte dans chacun.',
      years: 'Un résultat de plusieurs années compte dans chacune.',
    },
    undated: (count, shown) =>
      `${shown} ${pluriel(count, 'résultat n’a', 'résultats n’ont')} pas de date.`,
    wholeCounted: 'Seuls les résultats qui ont tous les mots sont comptés.',
    newestCounted: (shown) => `Seuls les ${shown} textes les plus récents sont comptés.`,
    onlyIn: (period) => `Seulement en ${period}`,
    between: (from, to) =>
      from === undefined
        ? `Seulement jusqu’au ${to}`
        : to === undefined
          ? `Seulement à partir du ${from}`
          : `Seulement du ${from} au ${to}`,
    anyDate: 'Toutes les dates',
    best: 'Les plus pertinents d’abord',
    newest: 'Les plus récents d’abord',
    someWords: (q) => `Aucun résultat n’a tous les mots de « ${q} »; chacun en a une partie.`,
    missing: (words) => `Sans : ${words.join(', ')}`,
    searchedOnly: (words) => `Seuls ces mots ont été cherchés : ${words.join(', ')}.`,
    anyWords: 'Résultats pour l’un ou l’autre des mots.',
    nothingMore: 'Aucun autre résultat.',
    suggestions: 'Essayez plutôt : ',
    unfiltered: 'Chercher sans les filtres',
    unquoted: 'Chercher sans les guillemets',
    help: 'Comment chercher',
    helps: [
      'Essayez moins de mots, ou un seul nom, comme dans un ordre du jour : locataires, trottoir, stationnement.',
      'Les éléments dont le titre a vos mots viennent d’abord, les mots rares avant les mots courants; ceux qui ne font que les mentionner suivent. Les terminaisons, les majuscules et les accents ne comptent pas : locataire trouve locataires. Certains mots en trouvent d’autres du même sens, en français ou en anglais : ordures trouve waste.',
      'Les textes se trouvent par les mots de la langue dans laquelle ils sont écrits.',
      'Mettez une expression entre guillemets droits : "transport en commun". Ce sont les seuls opérateurs.',
      'Pour aller droit au but, écrivez un nom, un quartier, le titre ou le numéro d’un règlement, un numéro de dossier, une date comme le 3 juin 2026, ou les mots prochaine réunion.',
      'Au plus 256 caractères et 64 mots.',
    ],
    searchedTitle: 'Ce qui est cherché',
    searched:
      'La recherche porte sur les motions, les rapports, les points de l’ordre du jour, les déclarations, et les documents dont le texte a été importé. Les enregistrements n’en font pas partie.',
  },
}
