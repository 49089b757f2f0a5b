import type { Type } from 'typebox'
import { Bool, Obj, Str } from '../../http/schema-types.ts'

export const Health = Obj('Health', 'Whether the service runs.', {
  status: Str('Always "ok" when there is an answer.', 'ok'),
})
export type Health = Type.Static<typeof Health>

export const KeyCheck = Obj('KeyCheck', 'What the service makes of your key.', {
  authenticated: Bool('Always true: a request without a good key is refused.', true),
  apiKeyId: Str('Id of the key; not the key itself.', '4d7c0a2e-5a51-4a0e-8f43-2f7d0f2f8a11'),
  municipality: Str('Slug of the municipality.', 'ottawa'),
  requestId: Str(
    'Id of this request, as in the header X-Request-Id.',
    '7c0f6f0e-3f5a-4f0e-9d4b-2f1f6f6f9a10',
  ),
})
export type KeyCheck = Type.Static<typeof KeyCheck>

const path = (entity: string) => Str(`Path of the list of ${entity}.`, `/api/ocd/ottawa/${entity}`)

export const OcdDiscovery = Obj(
  'OcdDiscovery',
  'Where each list of the Open Civic Data family is (contract 4.3).',
  {
    jurisdictions_url: path('jurisdictions'),
    organizations_url: path('organizations'),
    people_url: path('people'),
    events_url: path('events'),
    bills_url: path('bills'),
    votes_url: path('votes'),
  },
)
export type OcdDiscovery = Type.Static<typeof OcdDiscovery>
