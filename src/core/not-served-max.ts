/** Things of a source that it lists and that are not served, which are kept; of more, only their number. */
export const notServedMax = 1000
