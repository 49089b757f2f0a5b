import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'

const path = new URL('../../../test/fixtures/search-nouns.json', import.meta.url)
const nouns: Record<'en' | 'fr', [one: string, more: string][]> = JSON.parse(
  readFileSync(path, 'utf8'),
)

let store: WriteStore
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
})
afterAll(() => remove())

const around = {
  en: (noun: string) => `It was said by them that the ${noun} is at hand.`,
  fr: (noun: string) => `Il est dit ici que les ${noun} sont dans la marge.`,
}

it.each(['en', 'fr'] as const)(
  `singular and plural of nouns find the same texts: %s, on ${engineUnderTest()}`,
  async (language) => {
    const town = await bareTown(store, language)
    const texts = nouns[language].flatMap((forms) =>
      forms.flatMap((form) =>
        // A text with a language, and one without.
        [around[language](form), form].map((body, index) => ({
          ...{ title: 'Text', body, slug: `${form}/${index}` },
        })),
      ),
    )
    await indexTexts(store, town, texts)
    for (const [one, more] of nouns[language]) {
      const found = { one: await slugsFor(one, town), more: await slugsFor(more, town) }
      // Without a language, a text is also found by what has the same stem in the other one: farm by farmer.
      const inLanguage = (slugs: readonly string[]) => slugs.filter((slug) => slug.endsWith('/0'))
      expect(inLanguage(found.one).sort(), `${one}, ${more}`).toEqual(inLanguage(found.more).sort())
      for (const slugs of [found.one, found.more])
        expect(slugs).toEqual(
          expect.arrayContaining([`${one}/0`, `${one}/1`, `${more}/0`, `${more}/1`]),
        )
    }
  },
)

const slugsFor = async (q: string, municipalityId: number) =>
  (await foundBy(store, { municipalityId, q })).map(({ slug }) => slug)
