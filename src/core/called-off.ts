/** The statuses of meetings that were not held at their time. */
export const calledOffStatuses = ['cancelled', 'postponed'] as const

export function isCalledOff(status: string): boolean {
  return calledOffStatuses.some((each) => each === status)
}
