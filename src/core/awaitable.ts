/** What is there at once, or will be. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with a value as soon as it is there; at once, where it is: a promise would cost a request some microseconds. */
export function whenThere<T, R>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<R>,
): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
