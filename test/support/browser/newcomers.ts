import { expect } from 'vitest'
import type { Service } from '../service/service.ts'
import type { Visit } from './browser.ts'

export const keyPattern = /rv_[0-9a-f]{64}/

/** The steps of new users in a browser. */
export function newcomersTo(stage: { service: Service }) {
  let people = 0
  const newcomer = () => {
    people += 1
    return { email: `newcomer${people}@example.ca`, password: 'seven wet herons' }
  }

  async function signUp({ page }: Visit): Promise<void> {
    const { email, password } = newcomer()
    await page.goto(`${stage.service.url}/`)
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('link', { name: 'Create one' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  }

  async function makeKey({ page }: Visit, name: string): Promise<string> {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.locator('#key').textContent()) ?? ''
    expect(key).toMatch(keyPattern)
    return key
  }

  return { newcomer, signUp, makeKey }
}
