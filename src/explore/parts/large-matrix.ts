/** Rows of a matrix of members above which it scrolls in its frame, where its heads stay in sight. */
const wholeMax = 30

export const isLargeMatrix = (members: number) => members > wholeMax
