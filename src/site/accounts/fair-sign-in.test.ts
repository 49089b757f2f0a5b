import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { People, password } from '../../../test/support/site/people.ts'
import { fieldErrorOf, newVisitor } from '../../../test/support/site/visitor.ts'

let service: Service
let people: People
beforeAll(async () => {
  service = await startService({ settings: { trustProxy: ['127.0.0.1'] } })
  people = await People.of(service)
})
afterAll(() => service.stop())

const signIn = async (email: string, address: string, visitor = newVisitor(service)) => {
  const headers = { origin: service.url, 'x-forwarded-for': address }
  return visitor.post('/login', { email, password }, headers)
}

describe('an account that signs in as fast as possible from one IP address', () => {
  it('does not keep others from signing in', async () => {
    const { email: busy } = await people.newPerson()
    const others = await Promise.all(Array.from({ length: 52 }, () => people.newPerson()))
    const browser = newVisitor(service)
    await signIn(busy, '203.0.113.1', browser)
    // Each success admits more: after a few, an attacker would hold all slots of a single queue.
    let isOver = false
    const flooded: number[] = []
    const flood = Array.from({ length: 100 }, async () => {
      while (!isOver) flooded.push((await signIn(busy, '203.0.113.1', browser)).status)
    })
    const admitted = () => flooded.filter((status) => status === 303).length
    await expect.poll(admitted).toBeGreaterThan(20)
    const responses = await Promise.all(
      others.map(({ email }, i) => signIn(email, `198.51.${i}.7`)),
    )
    isOver = true
    await Promise.all(flood)
    expect(responses.map(({ status }) => status)).toEqual(Array(52).fill(303))
    expect(flooded.filter((status) => status !== 303 && status !== 429)).toEqual([])
    expect(flooded).toContain(429)
  })

  it('must wait after 60 sign-ins', async () => {
    const { email } = await people.newPerson()
    const browser = newVisitor(service)
    const statuses: number[] = []
    for (let i = 0; i < 61; i += 1)
      statuses.push((await signIn(email, '203.0.113.2', browser)).status)
    expect(statuses).toEqual([...Array(60).fill(303), 429])
  })
})

describe('an invalid e-mail address', () => {
  it('of an account from before it was rejected still signs in, and gets keys', async () => {
    const person = await people.newPerson('"odd"@example.ca')
    expect((await signIn(person.email, '203.0.113.4')).status).toBe(303)
    expect((await people.newKey(person)).key).toMatch(/^rv_/)
  })

  it.each([
    ['no domain', 'nobody'],
    ['16,000 characters', `${'a'.repeat(16_000)}@example.ca`],
  ])('is rejected before it is counted or looked up: %s', async (_, email) => {
    for (let i = 0; i < 30; i += 1) {
      const response = await signIn(email, '203.0.113.3')
      expect(response.status).toBe(400)
      expect(fieldErrorOf(response.body, 'email')).toContain('Enter an e-mail address')
    }
  })
})
