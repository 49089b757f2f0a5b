// By day, tests with many cases take a part of them, which always is the same; nightly they take all.
const isNight = process.env.REEVE_TEST_NIGHT === '1'

/** How many cases to test. */
export const cases = (day: number, night: number): number => (isNight ? night : day)
