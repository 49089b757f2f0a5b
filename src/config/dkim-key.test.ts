import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readDkimKey } from './dkim-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'reeve-dkim-'))
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const pem = pemOf(privateKey)
afterAll(() => rmSync(folder, { recursive: true }))

function keyFile(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a key', () => {
  const ofPublic = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const

  it.each([
    ['text', 'hidden text'],
    ['empty', ''],
    ['public', ofPublic],
    ['cut', pem.slice(0, 300)],
    ['ed25519', pemOf(generateKeyPairSync('ed25519').privateKey)],
    ['short', pemOf(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey)],
    ['locked', privateKey.export(locked).toString()],
  ])('of which the file is %s is rejected with the name of the file', (name, content) => {
    const file = keyFile(name, content)
    const failure = `DKIM_KEY must be the file of a private RSA key of 1024 bits or more, in PEM and without a passphrase; ${file} is not`
    expect(() => readDkimKey(file)).toThrow(failure)
  })

  it('is read in either form of PEM', () => {
    expect(readDkimKey(keyFile('pkcs8', pem))).toBe(pem)
    const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    expect(readDkimKey(keyFile('pkcs1', pkcs1))).toBe(pem)
  })

  it('without a file, or with a folder, is rejected with its name', () => {
    const absent = join(folder, 'absent.pem')
    expect(() => readDkimKey(absent)).toThrow(`DKIM_KEY: cannot read ${absent} (ENOENT)`)
    expect(() => readDkimKey(folder)).toThrow(`DKIM_KEY: cannot read ${folder} (EISDIR)`)
  })
})
