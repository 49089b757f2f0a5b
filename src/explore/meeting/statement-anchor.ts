/** A page shows this many. */
export const statementsMax = 60

/** The anchor of a statement on the page of its meeting, whose slug begins its own. */
export function statementAnchor(slug: string): string {
  const [, number] = /-statement-(\d+)$/.exec(slug) ?? []
  return Number(number) <= statementsMax ? `statement-${number}` : 'statements'
}
