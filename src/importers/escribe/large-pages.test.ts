import { expect, it } from 'vitest'
import { Diagnostics } from '../kit/diagnostics.ts'
import { readMeetingPage } from './meeting-page.ts'

const read = (html: string) => {
  const diagnostics = new Diagnostics()
  const url = 'https://pub-town.escribemeetings.com/Meeting.aspx?Id=1'
  return readMeetingPage(html, { url, isAgenda: false, subject: 'Council', diagnostics })
}
const head = '<div class="AgendaHeader"></div>'

// With quadratic time in the number of these pieces, one of the pages would take minutes.
it.each([
  'Bookmarks : [',
  'Bookmarks:',
  '<a class=SelectableItem itemid=N>item N</a><p></p>',
  '<a class="SelectableItem AgendaItemAttachmentN" itemid=N href=N>item N</a>',
  '<div class=AgendaItemContainer><h2>item</h2></div>',
  '<div class=AgendaItemContainer><p class=AgendaItemMotion><br class=MotionText>',
  '<ol><li value=',
])('a page with two million characters of %j is read in time', (piece) => {
  const page = Array.from({ length: 2_000_000 / piece.length }, (_, n) =>
    piece.replaceAll('N', String(n)),
  )
  expect(read(head + page.join(''))).toBeDefined()
})

it('a header with 20,000 lists of people is read in time', () => {
  const lists = '<div class=Label>Members</div><ul><li>Ann Lee</li></ul>'.repeat(20_000)
  const page = read(`<div class="AgendaHeader">${lists}</div>`)
  expect('file' in page && page.file.present_attendees).toHaveLength(20_000)
})
