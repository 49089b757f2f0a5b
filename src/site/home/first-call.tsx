import { isSignUpOpen } from '../accounts/closed.ts'
import { keyedCall, openCall, openUrl } from '../calls.ts'
import { EnglishLink } from '../english-link.tsx'
import { useSiteLocale } from '../locale.ts'
import { OperatorLink } from '../operator.tsx'
import { Phrase } from '../phrase.tsx'
import type { SiteConfig } from '../tools.ts'

/** Two example calls: one without a key, one with a key. */
export function FirstCall({ slug, config }: { slug: string; config: SiteConfig }) {
  const { home } = useSiteLocale().words
  const values = {
    link: <EnglishLink href="/signup">{home.signUpLink}</EnglishLink>,
    operator: <OperatorLink />,
    key: <code>YOUR_KEY</code>,
  }
  return (
    <>
      <h2 id="first-call">{home.tryApi}</h2>
      <p>
        <Phrase
          text={home.openApi}
          values={{ open: <a href={openUrl(config, slug)}>{home.openUrl}</a> }}
        />
      </p>
      <pre class="call" data-copy={home.copyOpen}>
        {openCall(config, slug)}
      </pre>
      <p>
        {home.keyedApi}{' '}
        <Phrase text={isSignUpOpen(config) ? home.signUp : home.askKey} values={values} />
      </p>
      <pre class="call" data-copy={home.copyKeyed}>
        {keyedCall(config, slug, 'YOUR_KEY')}
      </pre>
    </>
  )
}
