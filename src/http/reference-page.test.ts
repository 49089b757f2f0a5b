import { expect, it } from 'vitest'
import { lookAtApp, testConfig } from '../../test/support/service/app.ts'
import { brandingOf } from '../../test/support/site/fixture-sites.ts'
import type { Operator } from '../core/operator.ts'

async function referenceOf(operator: Partial<Operator>) {
  const config = { ...testConfig('http://localhost:8080'), ...operator }
  return lookAtApp({ config }, async (app) => {
    const { body } = await app.inject('/api/v1/docs/')
    const document = (await app.inject('/api/v1/openapi.json')).json<{ info: object }>()
    return { body, info: document.info }
  })
}

it('the API reference names the operator, the contact and the source code, escaped', async () => {
  const { body, info } = await referenceOf({
    operatorName: 'Tom & "Jane" <b>',
    operatorContact: 'https://example.ca/contact?a=1&b=2',
    sourceUrl: 'https://example.ca/source',
  })
  expect(body).toContain('Run by Tom &amp; &quot;Jane&quot; &lt;b>')
  expect(body).toContain(
    '<a href="https://example.ca/contact?a=1&amp;b=2">Contact the operator</a>',
  )
  expect(body).toContain('<a href="https://example.ca/source">Source code</a>')
  expect(info).toMatchObject({
    contact: { name: 'Tom & "Jane" <b>', url: 'https://example.ca/contact?a=1&b=2' },
  })
})

it('links an e-mail address as mailto, also in OpenAPI', async () => {
  const { body, info } = await referenceOf({ operatorContact: 'api@example.ca' })
  expect(body).toContain('<a href="mailto:api@example.ca">Contact the operator</a>')
  expect(info).toMatchObject({ contact: { email: 'api@example.ca' } })
})

it('has no operator and no contact if the settings do not name any', async () => {
  const { body, info } = await referenceOf({})
  expect(body).not.toContain('Run by')
  expect(body).not.toContain('Contact the operator')
  expect(info).not.toHaveProperty('contact')
  expect(info).toMatchObject({ title: 'Reeve' })
})

it('has the name and the contact of the site file in the OpenAPI document', async () => {
  const branding = await brandingOf('city')
  const config = testConfig('http://localhost:8080')
  const info = await lookAtApp({ config, branding }, async (app) => {
    const documents = ['/api/v1/openapi.json', '/api/v1/docs/json', '/api/v1/docs/yaml']
    const bodies = await Promise.all(documents.map((path) => app.inject(path)))
    return bodies.map(({ body }) => (JSON.parse(body) as { info: object }).info)
  })
  const { name, contacts } = branding.current
  for (const one of info)
    expect(one).toMatchObject({
      title: name?.en.text,
      contact: { url: contacts.record },
    })
})
