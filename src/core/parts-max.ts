/** More than a record of any council has: a page reads and shows no more of each list of a record. */
export const partsMax = 2000

/** Whether a list among the rows of a record is as long as a page reads, so that it may go on. */
export function isShortened(rows: object): boolean {
  return Object.values(rows).some((list) => Array.isArray(list) && list.length >= partsMax)
}
