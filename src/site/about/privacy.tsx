import { Page } from '../layout.tsx'
import { OperatorLink } from '../operator.tsx'
import type { SiteConfig } from '../tools.ts'

/** What the service stores about visitors, account holders, and people in records. */
export function Privacy({ config: { siteUrl } }: { config: SiteConfig }) {
  return (
    <Page
      title="Privacy"
      description="What this service stores about visitors, about people with an account, and about people named in records."
      canonical={`${siteUrl}/privacy`}
    >
      <h1>Privacy</h1>
      <p class="lead">
        Reading needs no account. Pages load nothing from other sites, and contain no advertising
        and no analytics.
      </p>
      <h2 id="visitors">Visitors</h2>
      <p>
        The log has one line for each request: method, kind of page, status, duration, request ID
        and the ID of the API key. It has no IP address and no search words. Servers in front of
        Reeve may keep logs of their own: ask <OperatorLink />.
      </p>
      <h2 id="accounts">Accounts and API keys</h2>
      <ul>
        <li>
          An account is an e-mail address and a password, which is stored only as a hash (Argon2id).
        </li>
        <li>
          A key is stored as a hash with its first eleven characters. For each key and day, the
          number of requests is stored for 400 days: not which requests, from where, or when.
        </li>
        <li>
          Cookies are for accounts only: the session, a recovery code for five minutes, and one that
          recognizes a browser that signed in before.
        </li>
        <li>
          Sign-ins and changes to accounts are logged with the network, never the full IP address.
        </li>
        <li>Deleting an account deletes its keys, sessions and usage at once.</li>
      </ul>
      <h2 id="names">People named in records</h2>
      <p>
        Records name councillors, staff and members of the public, as minutes do. Only pages of
        people with a seat on the council or a committee are open to search engines; pages of others
        are kept out of them and have no statistics.
      </p>
      <p>
        To remove or correct a name, ask the council first: the next import follows its records.
        Then ask <OperatorLink />.
      </p>
      <p>
        <a href="/docs/explanation/privacy-and-safety">Privacy and safety</a> describes this in
        detail.
      </p>
    </Page>
  )
}
