import { EnglishLink } from '../english-link.tsx'
import { useSiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import type { SiteConfig } from '../tools.ts'

/** What a key is for, and what needs none. */
export function WhyAKey({ config }: { config: Pick<SiteConfig, 'rateLimit'> }) {
  const { words, count } = useSiteLocale()
  const { why } = words.accounts
  const ocd = <EnglishLink href="/docs/open-civic-data">{why.ocd}</EnglishLink>
  return (
    <section aria-labelledby="why">
      <h2 id="why">{why.heading}</h2>
      <p>{why.lead}</p>
      <ul>
        <li>{why.limit(count(config.rateLimit))}</li>
        <li>{why.revoke}</li>
        <li>
          <Phrase text={why.free} values={{ ocd }} />
        </li>
      </ul>
    </section>
  )
}
