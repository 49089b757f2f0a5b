// By day, tests with many cases take a part of them, which always is the same; nightly they take all.
const isNight = process.env.REEVE_TEST_NIGHT === '1'

/** The cases to test, or how many. */
export const cases = <T>(day: T, night: T): T => (isNight ? night : day)
