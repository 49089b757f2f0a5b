import { de, pluriel } from '../../site/words/grammar.ts'
import type { registerWords as english } from './registers.en.ts'

/** The words of registers in French. */
export const registerWords: typeof english = {
  registers: {
    title: 'Registres',
    description: (council) =>
      `${council} : les registres, pour autant qu’ils soient consignés ici : déclarations d’intérêts, séances à huis clos, avis de réunions publiques, décisions de la mairie, présence aux réunions.`,
    lead: 'Les listes qu’une municipalité tient en plus de ses procès-verbaux, pour autant qu’elles soient consignées ici.',
    official:
      'Le registre officiel est celui du bureau du greffe. Rien sur cette page n’est un avis juridique.',
    none: 'Aucune inscription à un registre n’est consignée.',
    noneSuch: 'Aucune inscription consignée ne correspond à ces filtres.',
    counted: (count, shown) => `${shown} ${pluriel(count, 'inscription', 'inscriptions')}`,
    from: (what) => `${what}, d’après {sources}.`,
    fromSince: (what) => `${what} depuis le {date}, d’après {sources}.`,
    unknown: 'une source qui n’est plus importée',
    noDay: 'Date non consignée',
    meeting: 'Réunion',
    person: 'Membre',
    all: 'Tous',
    latest: 'Dernières inscriptions',
    ground: 'Disposition',
    entries: 'Inscriptions',
    noClause: 'Aucune disposition nommée',
    kind: 'Type',
    kinds: {
      public_meeting: 'Réunion publique',
      public_hearing: 'Audience publique',
      direction: 'Directive',
      veto: 'Veto',
      no_veto: 'Absence de veto',
      appointment: 'Nomination',
      committee: 'Comité',
      budget: 'Budget',
      other: 'Autre',
    },
    of: {
      declarations: {
        title: 'Déclarations d’intérêts',
        description: (council) =>
          `${council} : les membres qui ont déclaré un intérêt, et le point en cause.`,
        about:
          'Un membre déclare l’intérêt qu’il a dans un point. Une récusation figure ici si son motif consigné dit qu’un intérêt a été déclaré ; une absence n’y figure pas.',
        none: 'Aucune déclaration d’intérêts n’est consignée.',
        columns: ['Déclaré le', 'Membre', 'Conseil ou comité', 'Point', 'Intérêt'],
        noItem: 'Point non consigné',
        recusal: 'Récusation :',
        noNature: 'Nature non consignée.',
        statement: 'Déclaration écrite',
        received: (date) => `reçue le ${date}`,
      },
      'closed-sessions': {
        title: 'Séances à huis clos',
        description: (council) =>
          `${council} : ce que le conseil, ses comités et ses commissions ont étudié sans le public, et pour quel motif.`,
        about:
          'Les points que l’ordre du jour ou le procès-verbal dit à huis clos, et les résolutions qui ont fermé une réunion au public, avec le motif tel quel.',
        none: 'Aucune séance à huis clos n’est consignée.',
        columns: ['Date', 'Conseil ou comité', 'Point', 'Motif', 'Résolution et compte rendu'],
        meeting: 'Réunion fermée au public',
        noGround: 'Motif non consigné.',
        resolution: 'Résolution',
        noResolution: 'Résolution non consignée',
        noReport: 'Aucun compte rendu public n’est consigné.',
      },
      notices: {
        title: 'Avis de réunions publiques',
        description: (council) =>
          `${council} : les réunions et audiences publiques tenues en vertu de lois sur l’aménagement, à venir et passées.`,
        about:
          'Les points d’ordres du jour qui disent être une réunion ou une audience publique en vertu d’une loi sur l’aménagement, comme une modification de zonage. Celles à venir figurent en premier. Aucun délai n’en est calculé.',
        none: 'Aucun avis de réunion ou d’audience publique n’est consigné.',
        columns: ['Date', 'Point', 'Type', 'Conseil ou comité', 'Lieu', 'Dossier'],
        toCome: 'À venir',
        noLocation: 'Lieu non consigné',
        noFile: 'Dossier non consigné',
        matter: 'Affaire',
        bylaw: 'Règlement',
      },
      attendance: {
        title: 'Présence aux réunions',
        meetings: 'Réunions dont l’appel nominal est consigné',
        counted: (count, shown) =>
          `${shown} ${pluriel(count, 'réunion dont l’appel nominal est consigné', 'réunions dont l’appel nominal est consigné')}`,
        description: (council) => `Quels membres ${de(council)} ont assisté à quelle réunion.`,
        about:
          'Les réunions dont l’appel nominal est consigné : qui y a assisté, et qui n’y a pas assisté, avec le motif tel quel.',
        none: 'Aucun appel nominal n’est consigné.',
        columns: ['Date', 'Réunion', 'Conseil ou comité', 'Présence', 'Absence'],
        attended: (shown, all) => `Présence : ${shown} sur ${all}`,
        absent: (people) => `Absence : ${people}`,
      },
      'mayoral-decisions': {
        title: 'Décisions de la mairie',
        description: (council) =>
          `${council} : ce que la mairie a décidé par écrit : directives, vetos, nominations.`,
        about:
          'Ce que le maire, la mairesse ou une autre personne à la tête du conseil a décidé par écrit. Un veto figure comme tel si la source le nomme ainsi, avec la suite que le conseil y a donnée.',
        none: 'Aucune décision de la mairie n’est consignée.',
        columns: ['Date', 'Numéro', 'Type', 'Objet', 'Règlement et conseil'],
        document: 'Décision écrite',
        bylaw: (number) => (number === null ? 'Règlement' : `Règlement ${number}`),
        responses: {
          overridden: 'Le conseil a passé outre au veto.',
          not_overridden: 'Le conseil n’a pas passé outre au veto.',
        },
        motion: 'Motion',
      },
    },
  },
}
