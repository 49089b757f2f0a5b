import type { Accounts } from '../access/accounts/accounts.ts'
import type { Pseudonyms } from '../access/pseudonyms.ts'
import type { Sessions } from '../access/sessions/sessions.ts'
import type { Throttle } from '../access/throttle.ts'
import type { TrustedDeviceTokens } from '../access/trusted-device-tokens.ts'
import type { UsageTracker } from '../access/usage/usage-tracker.ts'
import type { AlertDesk } from '../alerts/desk.ts'
import type { OwnAlerts } from '../alerts/own-alerts.ts'
import type { LiveBranding } from '../core/branding.ts'
import type { Clock } from '../core/clock.ts'
import type { EventSampler } from '../core/event-sampler.ts'
import type { Operator } from '../core/operator.ts'
import type { RequestQueue } from '../http/request-queue.ts'
import type { ReadStore, WriteStore } from '../store/open.ts'
import type { SiteLocale } from './locale.ts'

export interface SiteConfig extends Operator {
  readonly databaseUrl: string
  readonly siteUrl: string
  readonly baseUrl: string
  readonly keysPerAccount: number
  readonly rateLimit: number
  readonly openRateLimit: number
  /** Whether assistants can ask, at /mcp. */
  readonly mcp: boolean
  /** The folder of `reeve publish`. */
  readonly publishDir: string | null
  readonly signups: 'open' | 'closed'
  readonly signInAllowed: boolean
  readonly securityContact: string | null
  /** The sender of e-mail alerts; null if there are none. */
  readonly mailFrom: string | null
}

export interface SiteTools {
  config: SiteConfig
  branding: LiveBranding
  store: ReadStore
  /** The record, which may be a replica. */
  record: ReadStore
  /** For accounts and keys; the site never changes the record. */
  writing: WriteStore
  accounts: Accounts
  sessions: Sessions
  throttle: Throttle
  deviceTokens: TrustedDeviceTokens
  pseudonyms: Pseudonyms
  requestQueue: RequestQueue
  /** Samples the log of throttled requests. */
  throttled: EventSampler
  clock: Clock
  /** Null without e-mail. */
  alertDesk: AlertDesk | null
  ownAlerts: OwnAlerts | null
  /** What keys were used for, and where a page says that it saw a session. */
  usageTracker: UsageTracker
}

/** Of pages in one language. */
export interface PageTools extends SiteTools {
  locale: SiteLocale
}
