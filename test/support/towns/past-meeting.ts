/** A meeting with only an agenda. */
export function pastMeeting(key: string, changes = {}) {
  const has = { has_agenda: true, has_minutes: false, has_transcript: false }
  const date = '2024-01-05'
  return { kind: 'meeting', key, title: 'Council', date, status: 'completed', ...has, ...changes }
}
