import fc from 'fast-check'

const fixed = 20_260_101

/** The seed of all random tests; only the nightly run changes it. `REEVE_TEST_SEED=<number>` repeats a run. */
export const seed = Number(process.env.REEVE_TEST_SEED ?? fixed)

if (seed !== fixed) process.stdout.write(`REEVE_TEST_SEED=${seed}\n`)
fc.configureGlobal({ seed })
