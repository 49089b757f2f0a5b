/** The columns of a municipality that requests need. */
export const municipalityColumns = [
  'id',
  'slug',
  'name',
  'division_id as divisionId',
  'jurisdiction_id as jurisdictionId',
  'time_zone as timeZone',
  'url',
  'as_of as asOf',
  'data_version as dataVersion',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const
