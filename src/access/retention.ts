/** How long what is stored about people stays. */
export const retention = {
  /** A key's requests for each day. */
  usageDays: 400,
  revokedKeyDays: 90,
  /** A session ends after these days without a visit. */
  sessionIdleDays: 7,
  /** Maximum age of a session, used or not. */
  sessionDays: 30,
  resetLinkMinutes: 60,
  /** The cookie with a new recovery code. */
  recoveryMinutes: 5,
  /** The cookie of a browser that signed in before. */
  deviceDays: 400,
  /** The longest count of attempts to sign in. */
  attemptHours: 24,
} as const
