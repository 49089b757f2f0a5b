/** Entries of a feed; one that has as many may lack older ones. */
export const feedEntriesMax = 100
