import { bundle } from './bundle/index.ts'
import { escribe } from './escribe/index.ts'
import type { ImportSource } from './source.ts'

/** Every source that `reeve import` knows, by name. */
export const sources: Readonly<Record<string, ImportSource>> = {
  bundle,
  escribe,
}
