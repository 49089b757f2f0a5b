import { describe, expect, it } from 'vitest'
import { isTellingPart, numberGroups, typedNumberGroups } from './bylaw-number.ts'
import { foldText } from './fold.ts'

const groupsOf = (text: string) => numberGroups(foldText(text))

describe('the number of a by-law', () => {
  it.each([
    [' 2031 8 ', ['2031-008', 'By-law 2031-8', 'BY-LAW NO. 2031/08', 'Zoning By-law No. 2031-8']],
    [' vl 2031 4 1 ', ['VL-2031-04-01', 'V.L.-2031-4-1', 'règlement VL 2031 04 01']],
    [' y 3 118 ', ['Y.-3-118', 'Y3-118', 'Bylaw Y.-3-118']],
    [' rcq 2750 ', ['R.C.Q. 2750', 'R. C. Q. 2 750', 'RCQ-2,750', 'Règlement R.C.Q. 2750']],
    [' 30417 ', ['Bylaw 30417', 'No. 30,417', 'Règlement municipal n° 30 417', '#30417']],
    [' 150 2031 ', ['règlement de zonage no 150-2031', 'Règlement nº 150-2031']],
    [' y 3 4118 ', ['Y.-3-4,118', 'Y.-3-4118']],
    [' 31 7 ', ['Ordinance No. 31-7', 'arrêté 31-07', 'Arrêté municipal n° 31-7']],
    [' 1250 2031 ', ['1 250-2031', '1,250-2031', 'Règlement numéro 1\u202f250-2031']],
  ])('is %j however it is printed', (groups, texts) => {
    expect(texts.map(groupsOf)).toEqual(texts.map(() => groups))
  })

  it('is typed with a space for that of thousands or another separator', () => {
    expect(typedNumberGroups('15 200')).toEqual([' 15200 ', ' 15 200 '])
    expect(typedNumberGroups('2031 155')).toEqual([' 2031 155 '])
  })

  it.each([
    [' 2031 155 ', true],
    [' 3456 ', true],
    [' 2031 ', false],
    [' 12 ', false],
  ])('%j names it as a part: %j', (groups, isTelling) => {
    expect(isTellingPart(groups)).toBe(isTelling)
  })

  it('of many letters is read in linear time', () => {
    const start = process.threadCpuUsage()
    for (const piece of ['by-law ', 'a.', "l' ", '1 ', '1,']) groupsOf(piece.repeat(50_000))
    expect(process.threadCpuUsage(start).user).toBeLessThan(3_000_000)
  })
})
