import { pluriel } from '../../site/words/grammar.ts'
import type { Words } from './en.ts'

const before = (amount: string) => `, au moins ${amount} avant la réunion`

/** The words of what a source changed in French. */
export const historyWords: Pick<Words, 'history' | 'changes'> = {
  history: {
    title: 'Ce qui a changé',
    about:
      'Ce que la source indique maintenant, et ce qu’elle indiquait avant. Chaque importation voit ce qui a changé depuis la précédente.',
    onOneDay: (day, from, to) => `Le ${day}, entre ${from} et ${to}`,
    between: (from, to) => `Entre ${from} et ${to}`,
    dayAndTime: (day, time) => `le ${day} à ${time}`,
    seen: (at) => `Constaté ${at}; le moment du changement n’est pas consigné`,
    minutesBefore: (count, shown) => before(`${shown} ${pluriel(count, 'minute', 'minutes')}`),
    hoursBefore: (count, shown) => before(`${shown} ${pluriel(count, 'heure', 'heures')}`),
    daysBefore: (count, shown) => before(`${shown} ${pluriel(count, 'jour', 'jours')}`),
    value: '{name} : {new} (avant : {old})',
    tooLong: '{name} : modifié; le texte est trop long pour être affiché ici',
    notStated: 'non indiqué',
    link: {
      added: '{name} : lien ajouté',
      removed: '{name} : lien retiré',
      changed: '{name} : autre lien',
    },
    item: {
      added: 'Ajouté à l’ordre du jour : {title}',
      removed: 'Retiré de l’ordre du jour : {title}',
      renamed: 'Point renommé : {new} (avant : {old})',
      numbered: {
        changed: '« {title} » est maintenant le point {new}; c’était le point {old}',
        added: '« {title} » est maintenant le point {new}; il n’avait pas de numéro',
        removed: '« {title} » n’a plus de numéro; c’était le point {old}',
      },
      moved: 'Déplacé dans l’ordre du jour : {title}',
      movedBetween: 'Déplacé dans l’ordre du jour, du point {from} au point {to} : {title}',
    },
    meeting: {
      removed: (meeting) => `Réunion retirée : ${meeting}`,
      returned: 'De nouveau au registre',
    },
    motion: { removed: 'Motion retirée : {title}' },
    document: {
      added: 'Document ajouté : {title}',
      removed: 'Document retiré : {title}',
      changed: 'Nouveau fichier : {title}',
    },
    numbered: (shown) => `${shown} points de l’ordre du jour ont un autre numéro`,
    moved: (shown) => `${shown} points ont été déplacés`,
    orMore: (shown) => `${shown} ou plus`,
    more: (count, shown) =>
      `Et ${shown} ${pluriel(count, 'autre changement', 'autres changements')}, dans l’API :`,
    others: (count, shown) =>
      `et ${shown} ${pluriel(count, 'autre changement', 'autres changements')}`,
    statuses: { completed: 'Terminée' },
    fields: {
      title: 'Titre',
      date: 'Date',
      start_time: 'Début',
      end_time: 'Fin',
      end_date: 'Dernier jour',
      location: 'Lieu',
      status: 'État',
      agenda_url: 'Ordre du jour',
      minutes_url: 'Procès-verbal',
      video_url: 'Vidéo',
      text: 'Texte',
      result: 'Résultat',
      mover: 'Proposée par',
      seconder: 'Appuyée par',
      'tally.for': 'Votes pour',
      'tally.against': 'Votes contre',
      'tally.abstain': 'Abstentions',
      'tally.absent': 'Absences',
      'tally.weighted.for': 'Votes pondérés pour',
      'tally.weighted.against': 'Votes pondérés contre',
    },
  },
  changes: {
    title: 'Ce qui a changé dans les ordres du jour',
    description: (council) =>
      `Ce qui a été ajouté aux ordres du jour, retiré ou déplacé, et les réunions annulées, semaine par semaine : ${council}.`,
    span: (first, last) => `Du ${first} au ${last}`,
    about:
      'Chaque importation voit ce qui a changé depuis la précédente. Les procès-verbaux et les enregistrements ajoutés plus tard figurent sur les pages des réunions.',
    none: 'Aucune importation n’a constaté de changement pendant ces sept jours.',
    more: (count, shown) =>
      `Et ${shown} ${pluriel(count, 'autre changement', 'autres changements')}, sur la page de la réunion.`,
    cut: 'La feuille de calcul ci-dessous contient tous les changements de ces jours.',
    earlier: (day) => `Avant : jusqu’au ${day}`,
    entry: (meeting) => `Modifié : ${meeting}`,
  },
}
