import { type Static, Type } from 'typebox'
import { Shape } from '../http/schema-types.ts'

export const Ready = Shape('Ready', 'The service can take requests.', {
  status: Type.Literal('ready'),
})

export const Unready = Shape('Unready', 'The service should be sent no requests now.', {
  status: Type.Literal('unready'),
  reason: Type.Enum(['the service is ending', 'the database does not answer']),
})

export type Readiness = Static<typeof Ready> | Static<typeof Unready>
