import type { Type } from 'typebox'
import { Bool, Obj, Str } from '../../http/schema-types.ts'

export const Health = Obj('Health', 'Health check.', {
  status: Str('Always ok.', 'ok'),
})
export type Health = Type.Static<typeof Health>

export const ApiIndex = Obj('ApiIndex', 'Where to start.', {
  name: Str('Always Reeve.', 'Reeve'),
  version: Str('Version of the service.', '1.0.0-rc.1'),
  documentation_url: Str('Guides.', 'https://example.ca/docs'),
  openapi_url: Str('OpenAPI document.', 'https://example.ca/api/v1/openapi.json'),
  health_url: Str('Health check.', 'https://example.ca/api/v1/health'),
  municipalities_url: Str('List of municipalities.', 'https://example.ca/api/v1/municipalities'),
})

export const KeyCheck = Obj('KeyCheck', 'Result of the key check.', {
  authenticated: Bool('Always true: a request without a valid key returns 401.', true),
  apiKeyId: Str('Id of the key, not the key itself.', '4d7c0a2e-5a51-4a0e-8f43-2f7d0f2f8a11'),
  municipality: Str('Slug of the municipality.', 'lowmere'),
  requestId: Str(
    'Request id, the same as in the header X-Request-Id.',
    '7c0f6f0e-3f5a-4f0e-9d4b-2f1f6f6f9a10',
  ),
})
export type KeyCheck = Type.Static<typeof KeyCheck>

const path = (entity: string) => Str(`Path of the ${entity} list.`, `/api/ocd/lowmere/${entity}`)

export const OcdDiscovery = Obj('OcdDiscovery', 'List endpoints of the Open Civic Data API.', {
  jurisdictions_url: path('jurisdictions'),
  organizations_url: path('organizations'),
  people_url: path('people'),
  events_url: path('events'),
  bills_url: path('bills'),
  votes_url: path('votes'),
})
export type OcdDiscovery = Type.Static<typeof OcdDiscovery>
