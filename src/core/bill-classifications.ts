/** Open Civic Data's list of classifications of bills. */
export const billClassifications = [
  ...(['bill', 'resolution', 'concurrent resolution', 'joint resolution', 'memorial'] as const),
  ...(['commemoration', 'concurrent memorial', 'joint memorial', 'proposed bill'] as const),
  ...(['proclamation', 'nomination', 'contract', 'claim', 'appointment'] as const),
  ...(['constitutional amendment', 'petition', 'order', 'concurrent order'] as const),
  ...(['appropriation', 'ordinance', 'motion', 'study request'] as const),
  ...(['concurrent study request', 'bill of address'] as const),
] as const
export type BillClassification = (typeof billClassifications)[number]

/** The words of `text`, separated by commas, that are on the list. */
export function listedBillWords(text: string | null): BillClassification[] {
  const words = (text ?? '').toLowerCase().split(',')
  return words.flatMap((word) => billClassifications.find((listed) => listed === word.trim()) ?? [])
}
