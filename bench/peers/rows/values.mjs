/** The first 200 characters. */
export function excerpt(text) {
  const characters = [...(text ?? '')]
  return characters.length <= 200 ? text : `${characters.slice(0, 199).join('')}…`
}

/** A boolean or null of a column that is 1, 0 or null. */
export const flag = (value) => (value === null ? null : value === 1)
