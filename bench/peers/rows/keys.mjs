import { createHash } from 'node:crypto'
import { prepare } from './driver.mjs'

const active = prepare('select id from api_keys where hash = ? and revoked_at is null')

/** The id of an active key. */
export function findKeyId(key) {
  return active.get(createHash('sha256').update(key).digest('hex'))?.id
}
