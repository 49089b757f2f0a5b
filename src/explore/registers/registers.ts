import type { Council } from '../council-context.ts'
import { closedSessions } from './closed-sessions.tsx'
import { declarations } from './declarations.tsx'
import { notices } from './notices.tsx'
import type { Register } from './register.ts'

/** The registers that have a page, a feed, an embed and a table. */
export const registers: readonly Register[] = [declarations, closedSessions, notices]

/** Those with entries. */
export const registersOf = ({ registers: states }: Pick<Council, 'registers'>) =>
  registers.filter(({ name }) => states[name] !== undefined)
