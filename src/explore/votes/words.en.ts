export const votesWords = {
  title: 'Recorded votes',
  description: (council: string) => `Motions of ${council} of which the record says who voted how.`,
  person: 'Member',
  anyone: 'Anyone',
  dissent: 'Only with votes on the losing side',
  none: 'Not recorded: no motion on record says who voted how.',
  noneSuch: 'No recorded vote matches these filters.',
  views: 'View',
  list: 'List',
  grid: 'Table of members',
  member: 'Member',
  ofMeeting: 'Of one meeting: {meeting}.',
  unnamed: '?',
  noMember: '–',
  legend:
    '?: no vote of this member is recorded by name, although others are. –: not listed as a member of this body or at this meeting. Absent: absent, as recorded.',
  moreMembers: (shown: string, all: string) =>
    `${shown} of ${all} people are shown; the page of each motion has all of them.`,
}
