import { describe, expect, it } from 'vitest'
import { findReportNumbers, ownReportNumber } from './agenda.ts'

describe('findReportNumbers', () => {
  it.each([
    ['File No. ACS2026-PDB-PSX-0013 – Somerset (Ward 14)', 'ACS2026-PDB-PSX-0013'],
    ['ACS File No.: ACS2026-OCC-CCS-0035 - Citywide', 'ACS2026-OCC-CCS-0035'],
    ['ACS2026-PDB-TP-0004 Report to Public Works', 'ACS2026-PDB-TP-0004'],
    ['File No. ACS2026–PDB–PSX–0013 - City-wide', 'ACS2026-PDB-PSX-0013'],
    ['File No. ACS2026 - PDB - PSX - 0013 - City-wide', 'ACS2026-PDB-PSX-0013'],
    ['Doc 1_Summary_ACS2026-PDB-PSX-00110 - OPA', 'ACS2026-PDB-PSX-00110'],
    ['File Number: OPLB-2026-0414-11.1', 'OPLB-2026-0414-11.1'],
  ])('finds in %j only the number %j', (text, number) => {
    expect(findReportNumbers(text)).toEqual([number])
  })

  it('returns each number once, in the order of the text', () => {
    const text = 'ACS2026-OCC-GEN-0002, ACS2025-SI-ED-0001 and again ACS2026-OCC-GEN-0002'
    expect(findReportNumbers(text)).toEqual(['ACS2026-OCC-GEN-0002', 'ACS2025-SI-ED-0001'])
  })

  it.each(['By-law 2026-50', 'PWIC-2025-08 - Vision Zero', 'ACS2026', 'XACS2026-PDB-TP-0004', ''])(
    'finds no report number in %j',
    (text) => expect(findReportNumbers(text)).toEqual([]),
  )
})

describe('ownReportNumber', () => {
  it('returns the first number if the description begins with it', () => {
    expect(ownReportNumber('File No.  ACS2026-OCC-CCS-0032; ACS2026-OCC-CCS-0033')).toBe(
      'ACS2026-OCC-CCS-0032',
    )
    expect(ownReportNumber('Presentation\nACS2026-OCC-CCS-0032')).toBe('ACS2026-OCC-CCS-0032')
  })

  it('returns no number from within a sentence', () => {
    expect(ownReportNumber('Deferred with report ACS2026-OCC-CCS-0032 in April.')).toBeNull()
  })
})
