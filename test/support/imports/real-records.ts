if (process.env.REEVE_TEST_RECORDS === undefined) {
  process.stderr.write('REEVE_TEST_RECORDS is not set: no tests over published records\n')
  // Said once, although Vitest loads its configuration for each project.
  process.env.REEVE_TEST_RECORDS = ''
}

/**
 * The folder that REEVE_TEST_RECORDS names, undefined if none. It holds records that others published, which are not
 * part of this repository: `ottawa-2026` has the minutes (`meetings`), `calendar` and `current_councillors.json` of
 * github.com/sonalranjit/ottawacitycouncilvotingrecords, branch `data`, as of 14 June 2026.
 */
export const realRecords = process.env.REEVE_TEST_RECORDS || undefined
