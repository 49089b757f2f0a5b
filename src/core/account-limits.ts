/** Code points (NIST SP 800-63B-4, which requires no composition rules). */
export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** Code points. */
export const keyNameLengthMax = 64
