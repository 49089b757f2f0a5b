/** What of our responses is not as the standard's code demands, and why (guide to Open Civic Data, "Where we differ"). */
export const remainingDeviations: Readonly<Record<string, string>> = {
  'people /image must match a schema in anyOf':
    'null if unknown, as docs/reference/contract.md#211-ocd-person-record has it',
  'people /gender must be string':
    'null if unknown, as docs/reference/contract.md#211-ocd-person-record has it',
  'organizations /classification must be equal to one of the allowed values':
    'empty if unknown, as the models allow',
  'events /location must be object': 'null if unknown',
  'bills /identifier must NOT have fewer than 1 characters': 'empty if the source has none',
  'bills /legislative_session must be object': 'null without a date',
  'bills /actions/organization_id must be string': 'null if unknown',
  'bills /sponsorships/classification must NOT have fewer than 1 characters':
    'empty if the source has none; see primary',
  'votes /legislative_session must be object': 'null without a date',
  'votes /organization_id must be string': 'null if neither motion nor meeting has a body',
  'votes /result must be equal to one of the allowed values':
    'null for what neither passed nor failed, and if unknown: docs/reference/contract.md',
  'votes  must match a schema in anyOf': 'neither a number nor a bill; use the id as pupa_id',
  'votes /counts of no differ from /votes':
    'named dissents only: the votes for and against were not counted',
}
