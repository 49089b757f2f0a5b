// "VOTE*" and "*" say what happens at a meeting, not what it is about; "Special meeting" is said nowhere else.
const form = /^(?:votes?|voting|hearings?|meeting)(?: only)?$/i

/** The comment of a source on a meeting; null if it is only a mark or names its form. */
export function topicOf(comment: string | null): string | null {
  const words = comment?.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() ?? ''
  return words === '' || form.test(words) ? null : comment
}
