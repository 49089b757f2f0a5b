/** What was asked for cannot be exported, or not to there; nothing was written. The message is one line. */
export class ExportError extends Error {
  override name = 'ExportError'
}
