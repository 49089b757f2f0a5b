interface Action {
  description: string
  text: string | null
}

// "This Introduction was", "A motion was made that this Resolution be"
const leadMax = 9
// Long texts cost no more than short ones.
const headLength = 500

/**
 * What the text of a step says beside its description; null if that is nothing, or if the text is that of another step. Legistar
 * writes "This Introduction was Referred to Comm by Council to the Committee on Parks" for "Referred to Comm by Council".
 */
export function textBeside<A extends Action>(
  { description, text }: A,
  steps: readonly A[],
): string | null {
  if (text === null) return null
  const end = endOf(text, description)
  if (end !== undefined) return text.slice(end).replace(/^[\s.,;:]+/, '') || null
  return steps.some((step) => endOf(text, step.description) !== undefined) ? null : text
}

/** Where a description ends in a text that begins with it, after a few words; undefined in other texts. */
function endOf(text: string, description: string): number | undefined {
  const at = text.slice(0, headLength).indexOf(description)
  if (at < 0) return undefined
  const words = text.slice(0, at).split(/\s+/).filter(Boolean).length
  return words <= leadMax ? at + description.length : undefined
}
