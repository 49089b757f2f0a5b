import type { ListedRegister } from '../../store/registers.ts'
import type { Council } from '../council-context.ts'
import { attendance } from './attendance.tsx'
import { closedSessions } from './closed-sessions.tsx'
import { declarations } from './declarations.tsx'
import { mayoralDecisions } from './mayoral-decisions.tsx'
import { notices } from './notices.tsx'
import type { Register } from './register.ts'

/** The registers whose page is a list of the API. */
export const listedRegisters: readonly Register<ListedRegister>[] = [
  declarations,
  closedSessions,
  notices,
  mayoralDecisions,
]

/** The registers that have a page, a feed, an embed and a table. */
export const registers: readonly Register[] = [...listedRegisters, attendance]

/** Those with entries. */
export const registersOf = ({ registers: states }: Pick<Council, 'registers'>) =>
  registers.filter(({ name }) => states[name] !== undefined)
