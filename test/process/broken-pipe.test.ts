import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const main = resolve(import.meta.dirname, '../../dist/main.js')

/** The exit code of a command and what it writes to the other output, if one has no reader. */
function unread(words: string, pipe: '|' | '2>&1 >&3 |') {
  const script = `"$0" "$1" ${words} ${pipe} (exec <&-); echo "\${PIPESTATUS[0]}" >&4`
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] as const
  const { output } = spawnSync('bash', ['-c', script, process.execPath, main], {
    encoding: 'utf8',
    stdio: [...stdio],
  })
  return { others: `${output[1]}${output[2]}${output[3]}`, status: output[4]?.trim() }
}

describe('a command whose output is not read to the end', () => {
  it.each(['import --help', '--help', 'openapi'])('%s ends without a message', (words) => {
    expect(unread(words, '|')).toEqual({ others: '', status: '141' })
  })

  it('ends the same way if its messages are not read', () => {
    expect(unread('serve --nothing', '2>&1 >&3 |')).toEqual({ others: '', status: '141' })
  })

  it.each(['openapi', '--help'])('says in one line that %s cannot be written', (words) => {
    const script = `"$0" "$1" ${words} >/dev/full`
    const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, main], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('reeve: cannot write to standard output: ENOSPC\n')
    expect(status).toBe(1)
  })
})
