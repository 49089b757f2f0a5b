import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../stress/kit/random.ts'
import { payloads } from '../../stress/payloads.ts'
import { cases } from '../../test/support/project/cases.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { pagePaths } from '../../test/support/site/explore-paths.ts'

const browser = { headers: { accept: 'text/html' } }
// PostgreSQL stores no NUL, which imports remove.
const texts = [
  ...payloads(120, new Random(7)),
  'constructor',
  '__proto__',
  ' ',
  '\n',
  '0',
  '🙂',
].map((text) => text.replaceAll('\u0000', ''))

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Writes a text to each free text of the record without the checks of an import. */
async function fillWith(text: string): Promise<void> {
  await service.writing.transaction(async (db) => {
    await db
      .updateTable('municipalities')
      .set((eb) => ({ name: text, url: text, data_version: eb('data_version', '+', 1) }))
      .execute()
    await db.updateTable('organizations').set({ name: text }).execute()
    await db.updateTable('imports').set({ importer: text, source_url: text }).execute()
    const contact_details = JSON.stringify(
      ['email', 'voice', 'url'].map((type) => ({ type, value: text })),
    )
    await db.updateTable('people').set({ name: text, party: text, contact_details }).execute()
    await db.updateTable('memberships').set({ role: text, label: text }).execute()
    const meeting = { title: text, location: text, summary: text, source_url: text }
    const links = { agenda_url: text, minutes_url: text, video_url: text }
    await db
      .updateTable('meetings')
      .set({ ...meeting, ...links })
      .execute()
    await db.updateTable('documents').set({ title: text, url: text, language: text }).execute()
    await db.updateTable('attendance').set({ person_name: text, role: text }).execute()
    await db.updateTable('speaking_time').set({ person_name: text }).execute()
    await db.updateTable('key_statements').set({ text, context: text, speaker: text }).execute()
    const item = { title: text, item_number: text, action: text, result: text }
    await db.updateTable('agenda_items').set(item).execute()
    const facts = { status: text, category: text, description: text, source_url: text }
    const named = { title: text, plain_english_summary: text, ...facts }
    await db
      .updateTable('matters')
      .set({ identifier: text, ...named })
      .execute()
    await db
      .updateTable('actions')
      .set({ description: text, text, result: text, classification: JSON.stringify([text]) })
      .execute()
    await db.updateTable('sponsorships').set({ name: text, classification: text }).execute()
    const motion = { text, summary: text, identifier: text, superseded_text: text }
    const names = { mover_name: text, seconder_name: text, plain_english_summary: text }
    await db
      .updateTable('motions')
      .set({ ...motion, ...names, result: text })
      .execute()
    await db
      .updateTable('votes')
      .set({ person_name: text, reason: text, candidate: text, person_id: null })
      .execute()
    await db.updateTable('candidates').set({ person_name: text }).execute()
    await db
      .updateTable('bylaws')
      .set({ bylaw_number: text, ...named })
      .execute()
  })
}

const safeUrl = /^((?:https?|webcal):\/\/[^/]|\/(?!\/)|#|mailto:[^\s@<>"?&]+@[^\s@<>"?&]+$)/

/** What no page may have. */
function errorsIn(html: string): string[] {
  const errors: string[] = []
  let isData = false
  const parser = new Parser({
    ontext(text) {
      if (isData && !isObject(text)) errors.push(text)
    },
    onopentag(tag, { src, ...attributes }) {
      isData = tag === 'script' && attributes.type === 'application/ld+json'
      if (!isData && isForeign(tag, src)) errors.push(tag)
      for (const [name, value] of Object.entries(attributes))
        if (isHostile(name, value)) errors.push(`${name}=${value}`)
    },
  })
  parser.end(html)
  return errors
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function isForeign(tag: string, src: string | undefined): boolean {
  if (['script', 'img'].includes(tag)) return src?.startsWith('/assets/') !== true
  return ['style', 'base', 'iframe', 'object', 'embed', 'textarea'].includes(tag)
}

function isHostile(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'style' || name === 'srcdoc') return true
  return ['href', 'action', 'formaction', 'xlink:href'].includes(name) && !safeUrl.test(value)
}

describe('a hostile record', () => {
  it('is shown as text on every page, and leads nowhere', async () => {
    // By day each text is on every fourth page, each page has every fourth text.
    const step = cases(4, 1)
    for (const [index, text] of texts.entries()) {
      await fillWith(text)
      for (const path of pagePaths.filter((_, page) => (page + index) % step === 0)) {
        const { status, body } = await service.call(path, browser)
        const where = `${path} with ${JSON.stringify(text)}`
        expect(status, where).toBe(200)
        expect(errorsIn(body), where).toEqual([])
      }
    }
  })
})
