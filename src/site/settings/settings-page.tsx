import type { ComponentChildren } from 'preact'
import { ButtonForm } from '../fields.tsx'
import { Page } from '../layout.tsx'

const pages = [
  { path: '/settings/api-keys', name: 'API keys' },
  { path: '/settings/account', name: 'Account' },
]

interface Props {
  title: string
  path: string
  email: string
  children?: ComponentChildren
}

/** The layout of the settings pages. */
export function SettingsPage({ title, path, email, children }: Props) {
  return (
    <Page title={title} part="/settings/api-keys">
      <div class="row no-print settings">
        <nav class="row" aria-label="Settings">
          {pages.map((page) => (
            <a
              key={page.path}
              href={page.path}
              aria-current={page.path === path ? 'page' : undefined}
            >
              {page.name}
            </a>
          ))}
        </nav>
        <span class="quiet">Signed in as {email}</span>
        <ButtonForm action="/logout" submit="Sign out" />
      </div>
      <h1>{title}</h1>
      {children}
    </Page>
  )
}

/** A time in UTC, because the server does not know the time zone of the reader. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
}
