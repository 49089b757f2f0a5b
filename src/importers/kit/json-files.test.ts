import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import { listJson } from './json-files.ts'

const files = { 'events/2024/b.json': {}, 'events/2023/a.json': {}, 'people/c.json': {} }

describe('the JSON files of a folder', () => {
  it('are those in the folder and in its folders of years; none if it does not exist', async () => {
    const folder = await writeFolder({
      ...files,
      'events/z.json': {},
      'events/index/y.json': {},
      'events/2024/more/x.json': {},
      'people/2024/w.json': {},
      'people/readme.txt': '',
    })
    expect(await listJson(folder, 'events', true)).toEqual([
      ...['events/2023/a.json', 'events/2024/b.json'],
    ])
    expect(await listJson(folder, 'people', false)).toEqual(['people/c.json'])
    expect(await listJson(folder, 'matters', true)).toEqual([])
  })

  it.each<[string, string, string]>([
    ['a folder in itself', 'events', 'events/2025'],
    ['a missing file', 'nowhere.json', 'events/2024/c.json'],
    ['a missing folder', 'nowhere', 'votes'],
    ['a folder elsewhere', 'people', 'votes'],
  ])('are not listed through a link to %s', async (_, target, link) => {
    const folder = await writeFolder(files)
    await symlink(join(folder, target), join(folder, link))
    const below = link.split('/')[0] ?? ''
    await expect(listJson(folder, below, true)).rejects.toThrow(
      `${join(folder, link)} is a symbolic link`,
    )
  })

  it('are not listed if the folder is a file', async () => {
    const folder = await writeFolder({ ...files, votes: '', 'events/2025': '' })
    await expect(listJson(folder, 'votes', false)).rejects.toThrow('votes cannot be read: ENOTDIR')
    await expect(listJson(folder, 'events', true)).rejects.toThrow('2025 cannot be read: ENOTDIR')
  })
})
