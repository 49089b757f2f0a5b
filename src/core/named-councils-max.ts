/** Councils that a search of all of them may name. */
export const namedCouncilsMax = 50
