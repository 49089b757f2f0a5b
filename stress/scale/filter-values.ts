// Filter values of the generated records, the most frequent first.

export const types = [
  'Committee',
  'Council',
  'Subcommittee',
  'Board',
  'Hearing',
  'Briefing',
  'Site Visit',
  'Emergency',
]
export const results = [
  'Carried',
  'Received',
  'Referred',
  'Defeated',
  'Deferred',
  'Withdrawn',
  'Ruled Out of Order',
]
export const motionKinds = ['motion', 'procedural', 'amendment', 'notice', 'inquiry', 'election']
export const statuses = [
  'Adopted',
  'In Committee',
  'Filed',
  'Enacted',
  'Withdrawn',
  'Vetoed',
  'Expired',
  'Recalled',
]
export const categories = [
  'Land Use',
  'Finance',
  'Transportation',
  'Housing',
  'Parks',
  'Oversight',
  'Heritage',
  'Harbour',
]
