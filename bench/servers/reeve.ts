import { newReeve } from '../../test/support/process/reeve.ts'
import { cores, pinnedCommand } from '../kit/cores.ts'
import type { Subject } from '../kit/subject.ts'
import type { Variant } from './variants.ts'

/** Starts the built service on the core of the servers. */
export async function startReeve(
  { name, settings }: Variant,
  databaseUrl: string,
  keys: readonly string[],
): Promise<Subject> {
  const reeve = newReeve(pinnedCommand(cores.servers))
  const { port, pid, signal } = await reeve.serve([], { ...settings, DATABASE_URL: databaseUrl })
  return { name, port, pid, keys, signal, end: () => reeve.remove() }
}
