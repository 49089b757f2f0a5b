import { cleanText } from './clean-text.ts'

const windows = new TextDecoder('windows-1252')
const utf8 = new TextDecoder('utf-8', { fatal: true })
const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows.decode(Uint8Array.of(byte)), byte] as const),
)

/** A cell as text. UTF-8 that was read as Windows-1252 is repaired if the whole cell is such text. */
export function toText(cell: string): string | null {
  return cleanText(/[\u0080-\uffff]/.test(cell) ? withoutControls(decoded(cell)) : cell)
}

function decoded(cell: string): string {
  const bytes: number[] = []
  for (const char of cell) {
    const code = char.charCodeAt(0)
    const byte = code < 256 ? code : byteOf.get(char)
    if (byte === undefined) return cell
    bytes.push(byte)
  }
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return cell
  }
}

// U+0080 to U+009F are controls: in a table they are Windows-1252 that was read as Latin-1.
function withoutControls(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (char) =>
    windows.decode(Uint8Array.of(char.charCodeAt(0))),
  )
}
