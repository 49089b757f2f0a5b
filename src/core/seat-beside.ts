import { foldText } from './fold.ts'

/** A seat, unless the name already begins with it: "Public Advocate Ines Okafor". */
export function seatBeside(seat: string | null, name: string): string | null {
  return seat !== null && foldText(name).startsWith(`${foldText(seat)} `) ? null : seat
}
