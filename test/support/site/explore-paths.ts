/** Pages about the fixture town, at least one of each kind. */
export const pagePaths = [
  '/pemberley',
  '/pemberley/meetings',
  '/pemberley/meetings/2024-01-01-regular-council',
  '/pemberley/motions/motion-2024-10',
  '/pemberley/motions/motion-2024-0',
  '/pemberley/people',
  '/pemberley/people?all=true',
  '/pemberley/people/vera-ng',
  '/pemberley/matters',
  '/pemberley/matters/rpt-2024-020',
  '/pemberley/matters/rpt-2024-000',
  '/pemberley/coverage',
]
