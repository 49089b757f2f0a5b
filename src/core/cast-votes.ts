/** The values with which somebody voted, unlike absences, recusals and other words. */
export const castVotes = ['For', 'Against', 'Abstain'] as const
