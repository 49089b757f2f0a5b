/** The maximum nesting of JSON: deeper than any real file, and safe for recursion. */
export const depthMax = 200

export const tooDeep = `is nested deeper than ${depthMax} levels`

/** Whether recursion over a value could exhaust the stack. */
export function isTooDeep(value: unknown, levels = depthMax): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels < 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}
