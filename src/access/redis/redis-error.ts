/** The message is one line for the operator, without user or password. */
export class RedisError extends Error {
  override name = 'RedisError'
}

// Error messages of Redis or its client, and what to do about them.
const advice: [pattern: RegExp, text: string][] = [
  [/^NOAUTH/, 'it requires a password; use redis://<user>:<password>@<host>'],
  [/^WRONGPASS|invalid password/, 'wrong user or password'],
  [/^READONLY/, 'it is a read-only replica; use the URL of the primary'],
  [/^NOPERM/, 'its user is not allowed to run scripts on keys that begin with reeve:'],
  [/^OOM/, 'its memory is full; increase maxmemory or allow it to evict keys'],
  [/DB index/, 'it has no database with this number'],
  [/^Unknown RESP type|^Protocol error|^Connection is closed/, 'the server is not Redis'],
]

export function redisErrorOf(url: URL, reason: string): RedisError {
  const [, text = reason] = advice.find(([pattern]) => pattern.test(reason)) ?? []
  return new RedisError(`REDIS_URL: cannot use ${url.host}: ${text}`)
}
