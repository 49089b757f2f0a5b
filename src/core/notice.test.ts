import { describe, expect, it } from 'vitest'
import { fileIn, noticeOf } from './notice.ts'

const of = (title: string, changes = {}) =>
  noticeOf({
    ...{ title, description: null, parent: null, meeting: 'Council', matter: null },
    ...{ date: '2026-06-02', ...changes },
  })

describe('a notice', () => {
  it.each([
    ['Statutory Public Meeting', 'public_meeting'],
    ['5.1 Statutory Public Meeting: 212 Station Road', 'public_meeting'],
    ['Public Meeting under the Planning Act', 'public_meeting'],
    [
      'Public meeting required by section 34 (12) of the Planning Act: 4 Mill Street',
      'public_meeting',
    ],
    ['Zoning By-law Amendment – public meeting', 'public_meeting'],
    ['Zoning By-law Amendment, 4 Mill Street (Public Meeting)', 'public_meeting'],
    ['Public Meeting regarding an Official Plan Amendment, June 2, 2026', 'public_meeting'],
    ['Public Hearing - Zoning Amendment Bylaw No. 1204, 2026', 'public_hearing'],
    ['Public Hearing pursuant to the Local Government Act', 'public_hearing'],
    ['Réunion publique : modification du Règlement de zonage', 'public_meeting'],
    ['Audience publique en vertu de la Loi sur l’aménagement du territoire', 'public_hearing'],
    ['Assemblée publique de consultation – Règlement de zonage 2026-14', 'public_meeting'],
  ])('is %s', (title, kind) => {
    expect(of(title)).toBe(kind)
  })

  it('may have its subject from its matter, and its law from its description', () => {
    expect(of('Public meeting: 4 Mill Street')).toBeNull()
    expect(
      of('Public meeting: 4 Mill Street', { matter: 'Rezoning of 4 Mill Street' }),
    ).not.toBeNull()
    const description = 'Held under section 34 of the Planning Act.'
    expect(of('Public meeting: 4 Mill Street', { description })).not.toBeNull()
  })

  it.each([
    ['Zoning Amendment Bylaw No. 1204', 'Public Hearings'],
    ['Application Z-12/26, 4 Mill Street', 'Public Meetings under the Planning Act'],
    ['Rezoning of 4 Mill Street', 'Statutory Public Meeting'],
  ])('may be in a section for it: %s, %s', (title, parent) => {
    expect(of(title, { parent })).not.toBeNull()
    expect(of(title, { parent: 'New business' })).toBeNull()
  })

  it('may be in a meeting for it, which an open session is not', () => {
    const title = 'Zoning Amendment Bylaw No. 1204'
    expect(of(title, { meeting: 'Public Hearing' })).toBe('public_hearing')
    expect(of(title, { meeting: 'Public Meeting' })).toBeNull()
    expect(of(title, { parent: 'Public Meeting' })).toBeNull()
    expect(of(title, { meeting: 'Public Hearing', parent: 'New business' })).toBeNull()
  })

  it.each([
    'Minutes of the public meeting of May 5 on the zoning by-law',
    'Public Meeting Minutes: Zoning By-law Amendment',
    'Report on the public hearing: rezoning of 4 Mill Street',
    'Zoning By-law Amendment: report on the public meeting',
    'Close the public hearing: Zoning Bylaw 1204',
    'Public Hearing - Closing: Zoning Bylaw 1204',
    'Public meeting of the police board',
    'Hearing aids for the council chamber',
    'Notice of Motion: zoning',
    'Public meeting room: zoning by-law',
    'Public Information Meeting: Official Plan Review',
    'That a public hearing be held on Zoning Bylaw 1204',
    'Date for a public hearing: Zoning Bylaw 1204',
    'Notice of public meeting: zoning',
    'Public meeting on June 16: Zoning By-law Amendment',
    'Zoning By-law Amendment, public meeting of 16 June 2026',
    'Public meeting: 2026 budget',
    'Statutory Public Meeting: development charges',
    'Public Hearing: heritage designation beside the rezoning of 4 Mill Street',
    'Public Hearing',
    'Public Meeting',
    'Public meeting under the Municipal Act: closing of a lane',
    'Public Hearing on a business improvement district',
    'Public Meeting: correspondence on the Official Plan',
    'Séance publique : règlement de zonage',
    'Procès-verbal de la réunion publique : zonage',
    'Summary of submissions for items subject to the Planning Act',
  ])('is not %s', (title) => {
    expect(of(title)).toBeNull()
  })

  it.each([
    'Opening remarks',
    'Correspondence on Zoning Bylaw 1204',
    'Zoning Bylaw 1204: second reading',
  ])('is not a part of one: %s', (title) => {
    expect(of(title, { parent: 'Public Hearings' })).toBeNull()
  })
})

it('has the number of its file as written', () => {
  expect(fileIn('Public meeting: 4 Mill Street, File No. OPA 25-003')).toBe('OPA 25-003')
  expect(fileIn('Application Z-12/26, 4 Mill Street')).toBe('Z-12/26')
  expect(fileIn('4 Mill Street (D14-26-03)')).toBe('D14-26-03')
  expect(fileIn('Dossier nº ZBA-2026-7')).toBe('ZBA-2026-7')
  expect(fileIn('Application for 12 Mill Street, By-law 2026-14, report PDS-26-04')).toBeNull()
  expect(fileIn('Section 34 (12), zone R2-15, May 5-6')).toBeNull()
})
