import { Type } from 'typebox'
import { Query } from '../http/schema-types.ts'

// The queries of pages, where they differ from those of the API.

export const AgendaQuery = Query({
  items: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The agenda item that the page begins with.' }),
  ),
})
