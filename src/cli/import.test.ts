import { expect, it } from 'vitest'
import { sources } from '../importers/registry.ts'
import type { SourceOption } from '../importers/source.ts'
import { importCommand } from './import.ts'

it.each<SourceOption>(['since', 'resume', 'map'])(
  'names in the help of --%s every source that declares it, and no other',
  (option) => {
    const declaring = Object.values(sources).filter(({ takes }) => takes?.includes(option))
    expect(declaring).not.toEqual([])
    const { description } = importCommand().options.find(({ long }) => long === `--${option}`) ?? {}
    const names = declaring.map(({ name }) => name).join(', ')
    expect(description?.replace(/^.*; supported by: /, '')).toBe(names)
  },
)
