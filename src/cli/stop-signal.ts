/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once, with `onSecond` before. */
export function stopSignal(onSecond?: () => void): Promise<void> {
  return new Promise((resolve) => {
    const endAtOnce = () => {
      onSecond?.()
      process.exit(1)
    }
    const stop = () => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      process.once('SIGTERM', endAtOnce)
      process.once('SIGINT', endAtOnce)
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
