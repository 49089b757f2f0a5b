import { type Static, Type } from 'typebox'
import { Obj } from '../http/schema-types.ts'

export const Ready = Obj('Ready', 'The service is ready for requests.', {
  status: Type.Literal('ready'),
})

export const Unready = Obj('Unready', 'Do not send requests to this service now.', {
  status: Type.Literal('unready'),
  reason: Type.Enum([
    'shutting down',
    'the database does not respond',
    'the database is being prepared',
  ]),
})

export type Readiness = Static<typeof Ready> | Static<typeof Unready>
