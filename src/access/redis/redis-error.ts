/** `REDIS_URL` cannot be used; the message is one line for the operator, without user or password. */
export class RedisError extends Error {
  override name = 'RedisError'
}

// What Redis answers, or its client says, and what the operator has to do about it.
const advice: [pattern: RegExp, text: string][] = [
  [/^NOAUTH/, 'it asks for a password; write it as redis://<user>:<password>@<host>'],
  [/^WRONGPASS|invalid password/, 'it refuses the user or the password'],
  [/^READONLY/, 'it is a replica and cannot count; give the address of its primary'],
  [/^NOPERM/, 'its user may not run the script on keys that begin with reeve:'],
  [/^OOM/, 'its memory is full; raise its maxmemory, or let it evict keys'],
  [/DB index/, 'it has no database of that number'],
  [/^Unknown RESP type|^Protocol error|^Connection is closed/, 'the server there is not Redis'],
]

/** Says why the server behind an address cannot be used. */
export function redisErrorOf(url: URL, reason: string): RedisError {
  const [, text = reason] = advice.find(([pattern]) => pattern.test(reason)) ?? []
  return new RedisError(`REDIS_URL: cannot use ${url.host}: ${text}`)
}
