import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The files of a new, untrusted certificate authority. */
export interface Authority {
  /** The file with the certificate of the authority. */
  readonly file: string
  /** A certificate for a subject alternative name: `IP:127.0.0.1`. */
  certify(name: string): { certificate: string; key: string }
  remove(): void
}

/** Creates an authority with OpenSSL; its certificates are valid for two days. */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-authority-'))
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const keyed = ['-newkey', 'rsa:2048', '-nodes', '-keyout']
  openssl('req', '-x509', ...keyed, 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=Tests')
  let made = 0
  return {
    file: join(folder, 'ca.crt'),
    certify(name) {
      made += 1
      const file = (kind: string) => join(folder, `${made}.${kind}`)
      openssl('req', ...keyed, file('key'), '-out', file('csr'), '-subj', '/CN=server')
      writeFileSync(file('ext'), `subjectAltName=${name}\n`)
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
      const into = ['-extfile', file('ext'), '-out', file('crt')]
      openssl('x509', '-req', '-in', file('csr'), ...signed, ...into)
      return { certificate: file('crt'), key: file('key') }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
