import type { Words } from './en.ts'

/** Why somebody was absent or did not vote, in French. */
export const reasonWords: Pick<Words, 'reasons'> = {
  reasons: {
    vacation: 'Vacances',
    medical: 'Raison médicale',
    sick: 'Maladie',
    parental: 'Congé parental',
    maternity: 'Congé de maternité',
    paternity: 'Congé de paternité',
    bereavement: 'Deuil',
    juryDuty: 'Fonctions de juré',
    conflict: 'Conflit',
    scheduleConflict: 'Conflit d’horaire',
    interestDeclared: 'Intérêt déclaré',
    otherBusiness: 'Autre activité municipale',
    excused: 'Absence motivée',
    unexcused: 'Absence non motivée',
    outOfRoom: 'Hors de la salle',
    leftRoom: 'A quitté la salle',
    didNotVote: 'N’a pas voté',
    notVoting: 'Ne vote pas',
    nonVoting: 'Non votant',
    late: 'En retard',
    arrivedLate: 'Arrivée en retard',
    leftEarly: 'Départ hâtif',
    remote: 'À distance',
    virtual: 'En ligne',
    byTelephone: 'Par téléphone',
  },
}
