/** What was asked for cannot be exported, or not to there; nothing was written. The message is one line. */
export class ExportRefused extends Error {
  override name = 'ExportRefused'
}
