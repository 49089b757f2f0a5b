import { type Static, Type } from 'typebox'
import { Obj } from '../http/schema-types.ts'

export const Ready = Obj('Ready', 'The service can take requests.', {
  status: Type.Literal('ready'),
})

export const Unready = Obj('Unready', 'The service should be sent no requests now.', {
  status: Type.Literal('unready'),
  reason: Type.Enum(['the service is ending', 'the database does not answer']),
})

export type Readiness = Static<typeof Ready> | Static<typeof Unready>
