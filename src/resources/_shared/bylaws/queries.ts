import { expressionBuilder } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

/** The by-laws that the agenda items of a meeting are about, with the id of the item. */
export const itemBylaws = expressionBuilder<Tables, 'meetings'>()
  .selectFrom('agenda_items')
  .innerJoin('bylaw_references', 'bylaw_references.agenda_item_id', 'agenda_items.id')
  .innerJoin('bylaws', 'bylaws.id', 'bylaw_references.bylaw_id')
  .select(['agenda_items.id', 'bylaws.slug', 'bylaws.title', 'bylaws.bylaw_number'])
  .whereRef('agenda_items.meeting_id', '=', 'meetings.id')
  .orderBy('bylaw_references.id')

/** The by-laws that a motion passes. */
export const motionBylaws = expressionBuilder<Tables, 'motions'>()
  .selectFrom('bylaw_references')
  .innerJoin('bylaws', 'bylaws.id', 'bylaw_references.bylaw_id')
  .select(['bylaws.slug', 'bylaws.title', 'bylaws.bylaw_number'])
  .whereRef('bylaw_references.motion_id', '=', 'motions.id')
  .orderBy('bylaw_references.id')
