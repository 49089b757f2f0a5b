import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../test/support/site/page-content.ts'
import { sitePages } from '../../test/support/site/pages.ts'
import { newOwner, newVisitor } from '../../test/support/site/visitor.ts'

const settings = {
  operatorName: 'Pemberley Civic Group',
  operatorContact: 'help@pemberley.example',
  sourceUrl: 'https://code.example/reeve',
}
let named: Service
let unnamed: Service
beforeAll(async () => {
  named = await startService({ settings })
  unnamed = await startService()
})
afterAll(() => Promise.all([named.stop(), unnamed.stop()]))

/** A page of each kind, signed in where that is required. */
async function bodiesOf(service: Service): Promise<Map<string, string>> {
  const [stranger, owner] = [newVisitor(service), await newOwner(service)]
  const bodies = new Map<string, string>()
  for (const { path, signedIn } of sitePages)
    bodies.set(path, (await (signedIn ? owner : stranger).get(path)).body)
  return bodies
}

describe('every page', () => {
  it('has its title, in less than 100 kB', async () => {
    const bodies = await bodiesOf(unnamed)
    for (const { path, title } of sitePages) {
      const body = bodies.get(path) ?? ''
      expect(textOf(/<title>(.*?)<\/title>/.exec(body)?.[1] ?? ''), path).toBe(title)
      expect(Buffer.byteLength(body), path).toBeLessThan(100_000)
    }
  })

  it('names the operator, a contact and the source code', async () => {
    for (const [path, body] of await bodiesOf(named)) {
      const footer = /<footer.*<\/footer>/s.exec(body)?.[0] ?? ''
      expect(textOf(footer), path).toContain('Run by Pemberley Civic Group · Contact the operator')
      expect(hrefsOf(footer), path).toContain('mailto:help@pemberley.example')
      expect(hrefsOf(footer), path).toContain('https://code.example/reeve')
    }
  })

  it('names no operator if the settings do not', async () => {
    for (const [path, body] of await bodiesOf(unnamed)) {
      const footer = /<footer.*<\/footer>/s.exec(body)?.[0] ?? ''
      expect(textOf(footer), path).toMatch(/^About .*OpenAPI document Runs on Reeve/s)
      expect(textOf(footer), path).not.toMatch(/Run by|Contact|Source code|null/)
    }
  })

  it.each([
    [{ operatorName: 'A & B <Civic>' }, 'Run by A & B <Civic>About', []],
    [
      { operatorContact: 'https://civic.example/?a=1' },
      'Contact the operatorAbout',
      ['https://civic.example/?a=1'],
    ],
  ])('shows %o without the other settings', async (part, text, hrefs) => {
    const service = await startService({ settings: part })
    onTestFinished(() => service.stop())
    const footer = /<footer.*<\/footer>/s.exec((await service.call('/about')).body)?.[0] ?? ''
    expect(textOf(footer)).toContain(text)
    expect(hrefsOf(footer).filter((href) => !href.startsWith('/'))).toEqual(hrefs)
  })
})

describe('a forgotten password', () => {
  it('names whom to ask, with a link', async () => {
    const { body } = await newVisitor(named).get('/login')
    const sentence =
      'Forgot your password? Use your recovery code, or ask Pemberley Civic Group for a reset link.'
    expect(textOf(body)).toContain(sentence)
    expect(body).toContain('<a href="mailto:help@pemberley.example">Pemberley Civic Group</a> for')
    const spent = await newVisitor(named).get('/reset/absent')
    expect(textOf(spent.body)).toContain('Ask Pemberley Civic Group for a new one.')
  })

  it('refers to the operator if no setting has a name', async () => {
    const { body } = await newVisitor(unnamed).get('/login')
    const sentence =
      'Forgot your password? Use your recovery code, or ask the operator of this service for a reset link.'
    expect(textOf(body)).toContain(sentence)
    expect(body).not.toContain('mailto:')
  })
})

describe('an error page', () => {
  it.each([
    ['Pemberley Civic Group', settings],
    ['the operator of this service', {}],
  ])('tells the visitor to send %s the request ID', async (operator, given) => {
    const service = await startService({ settings: given })
    await service.writing.db.schema.alterTable('imports').renameTo('imports_gone').execute()
    onTestFinished(() => service.stop())
    const { status, body, headers } = await newVisitor(service).get('/')
    expect(status).toBe(500)
    expect(textOf(body)).toContain(`if it keeps happening, send ${operator} the request ID below.`)
    expect(textOf(body)).toContain(`request ID ${headers.get('x-request-id')}`)
  })
})
