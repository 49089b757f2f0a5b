/** The words of the seats that voted in English. */
export const chamberWords = {
  chamber: {
    noVote: 'no vote recorded',
    marks: {
      named: 'Filled with a tick: for. Open with a cross: against.',
      initials: 'Filled: for. Open: against. The letters are initials.',
      strip: 'One mark for each member. Filled: for. Open: against.',
      abstained: 'Open with a line: abstained.',
      others: 'Dotted: no vote.',
      small: 'Small: no vote.',
    },
    order: {
      ward: 'Seats in the order of the wards.',
      district: 'Seats in the order of the districts.',
      seat: 'Seats in the order of their names.',
      roll: 'Seats in the order of the roll.',
    },
  },
}
