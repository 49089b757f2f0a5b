/** The export is impossible; nothing was written. The message is one line. */
export class ExportError extends Error {
  override name = 'ExportError'
}
