import { pluriel } from '../../site/words/grammar.ts'
import type { registerWords as english } from './registers.en.ts'

/** The words of registers in French. */
export const registerWords: typeof english = {
  registers: {
    title: 'Registres',
    description: (council) =>
      `${council} : les registres, pour autant qu’ils soient consignés ici : déclarations d’intérêts.`,
    lead: 'Les listes qu’une municipalité tient en plus de ses procès-verbaux, pour autant qu’elles soient consignées ici.',
    official:
      'Le registre officiel est celui du bureau du greffe. Rien sur cette page n’est un avis juridique.',
    none: 'Aucune inscription à un registre n’est consignée.',
    noneSuch: 'Aucune inscription consignée ne correspond à ces filtres.',
    from: (count, shown) =>
      `${shown} ${pluriel(count, 'inscription', 'inscriptions')}, d’après {sources}.`,
    fromSince: (count, shown) =>
      `${shown} ${pluriel(count, 'inscription', 'inscriptions')} depuis le {date}, d’après {sources}.`,
    unknown: 'une source qui n’est plus importée',
    noDay: 'Date non consignée',
    meeting: 'Réunion',
    person: 'Membre',
    latest: 'Dernières inscriptions',
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
    },
  },
}
