import { isatty } from 'node:tty'

/** Calls `reload` at SIGHUP. A terminal that closed sends it too, which stops the process as SIGTERM does. */
export function onHangUp(reload: () => Promise<void>): void {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor))
  process.on('SIGHUP', () => {
    if (terminals.length > 0 && !terminals.some((descriptor) => isatty(descriptor)))
      process.emit('SIGTERM')
    else void reload()
  })
}
