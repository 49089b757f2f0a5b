/** How deep JSON may be nested: deeper than any real file, and far from the end of the stack. */
export const depthMax = 200

/** What is wrong with a value that is nested deeper. */
export const tooDeep = `is nested deeper than ${depthMax} levels`

/** Whether a value is nested so deep that walking it could exhaust the stack. */
export function isTooDeep(value: unknown, levels = depthMax): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels < 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}
