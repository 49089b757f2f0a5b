import type { Sample } from '../../src/importers/sample/schema.ts'

export function readSample(): Sample
