import fc from 'fast-check'

const fixed = 20_260_101

/** Of all that is drawn at random: the same in every run but the nightly one. `REEVE_TEST_SEED=<number>` repeats that. */
export const seed = Number(process.env.REEVE_TEST_SEED ?? fixed)

if (seed !== fixed) process.stdout.write(`REEVE_TEST_SEED=${seed}\n`)
fc.configureGlobal({ seed })
