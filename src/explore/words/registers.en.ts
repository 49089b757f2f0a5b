import { plural } from '../../site/words/grammar.ts'

/** The words of registers in English. */
export const registerWords = {
  registers: {
    title: 'Registers',
    description: (council: string) =>
      `Registers of ${council} as far as its record has them: declarations of interest, closed sessions, notices of public meetings, decisions of the mayor, attendance.`,
    lead: 'Lists that municipalities keep beside their minutes, as far as the record has them.',
    official:
      'The official register is the one of the clerk’s office. Nothing on this page is legal advice.',
    none: 'No register has an entry on record.',
    noneSuch: 'No entry on record matches these filters.',
    counted: (count: number, shown: string) => `${shown} ${plural(count, 'entry', 'entries')}`,
    from: (what: string) => `${what}, from {sources}.`,
    fromSince: (what: string) => `${what} since {date}, from {sources}.`,
    unknown: 'a source that is no longer imported',
    noDay: 'Date not recorded',
    meeting: 'Meeting',
    person: 'Member',
    all: 'All',
    latest: 'Latest entries',
    ground: 'Clause',
    entries: 'Entries',
    noClause: 'No clause named',
    kind: 'Kind',
    kinds: {
      public_meeting: 'Public meeting',
      public_hearing: 'Public hearing',
      direction: 'Direction',
      veto: 'Veto',
      no_veto: 'No veto',
      appointment: 'Appointment',
      committee: 'Committee',
      budget: 'Budget',
      other: 'Other',
    },
    of: {
      declarations: {
        title: 'Declarations of interest',
        description: (council: string) =>
          `Which members of ${council}, its committees and boards declared an interest, and in what.`,
        about:
          'A member declares the interest that they have in an item. A recusal is listed where its recorded reason says that an interest was declared; an absence is not.',
        none: 'No declaration of interest is on record.',
        columns: ['Declared', 'Member', 'Council or committee', 'Item', 'Interest'],
        noItem: 'Item not recorded',
        recusal: 'Recused:',
        noNature: 'Nature not recorded.',
        statement: 'Written statement',
        received: (date: string) => `received ${date}`,
      },
      'closed-sessions': {
        title: 'Closed sessions',
        description: (council: string) =>
          `What ${council}, its committees and boards discussed without the public, and on which ground.`,
        about:
          'Items that the agenda or the minutes call closed, and resolutions that closed a meeting, with the ground as written.',
        none: 'No closed session is on record.',
        columns: ['Date', 'Council or committee', 'Item', 'Ground', 'Resolution and report'],
        meeting: 'Meeting closed to the public',
        noGround: 'Ground not recorded.',
        resolution: 'Resolution',
        noResolution: 'Resolution not recorded',
        noReport: 'No report in public is on record.',
      },
      notices: {
        title: 'Notices of public meetings',
        description: (council: string) =>
          `Public meetings and hearings of ${council} under planning laws: those to come, and past ones.`,
        about:
          'Items of agendas that say that they are a public meeting or hearing under a planning law, such as a zoning amendment. Those to come are first. No deadline is computed from them.',
        none: 'No notice of a public meeting or hearing is on record.',
        columns: ['Date', 'Item', 'Kind', 'Council or committee', 'Location', 'File'],
        toCome: 'To come',
        noLocation: 'Location not recorded',
        noFile: 'File not recorded',
        matter: 'Matter',
        bylaw: 'By-law',
      },
      attendance: {
        title: 'Attendance',
        meetings: 'Meetings with recorded attendance',
        counted: (count: number, shown: string) =>
          `${shown} ${plural(count, 'meeting', 'meetings')} with recorded attendance`,
        description: (council: string) => `Which members of ${council} attended which meeting.`,
        about:
          'Meetings with a roll call on record: who attended, and who did not, with the reason as written.',
        none: 'No roll call is on record.',
        columns: ['Date', 'Meeting', 'Council or committee', 'Attended', 'Absent'],
        attended: (shown: string, all: string) => `${shown} of ${all} attended`,
        absent: (people: string) => `Absent: ${people}`,
      },
      'mayoral-decisions': {
        title: 'Decisions of the mayor',
        description: (council: string) =>
          `What the mayor of ${council} decided in writing: directions, vetoes, appointments.`,
        about:
          'What the mayor or another head of council decided in writing. A veto is listed as one where the source calls it that, with what council did about it.',
        none: 'No decision of the mayor is on record.',
        columns: ['Date', 'Number', 'Kind', 'Subject', 'By-law and council'],
        document: 'Written decision',
        bylaw: (number: string | null) => (number === null ? 'By-law' : `By-law ${number}`),
        responses: {
          overridden: 'Council overrode the veto.',
          not_overridden: 'Council did not override the veto.',
        },
        motion: 'Motion',
      },
    },
  },
}
