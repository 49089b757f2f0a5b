// Pages of eSCRIBE in its markup: upper-case tags, single quotes and cells outside of tables.

interface Motion {
  premotion_text?: string
  motion_number?: string
  motion_moved_by?: string
  motion_seconded_by?: string
  motion_text?: string
  post_motion_text?: string
  motion_result?: string
  motion_votes?: Partial<Record<'for' | 'against', { councillors: string[]; count: number }>>
  dissent_voters?: string[]
}

interface Item {
  agenda_item_number?: string
  title?: string
  description?: string
  minutes?: string
  attachments?: { link: string; attachment_title: string }[]
  motions?: Motion[]
  sub_agendas_items?: Item[]
}

/** Minutes in the shape of a folder's file. */
export interface MinutesOfFolder {
  meeting_date: string
  meeting_start_time: string
  present_attendees: string[]
  absent_attendees: string[]
  agenda_items: { agenda_items: Item[] }
}

/** The page of minutes. */
export function minutesPage(minutes: MinutesOfFolder): string {
  const { meeting_date: date, meeting_start_time: time } = minutes
  const lists = [
    attendanceList('Present:', minutes.present_attendees),
    attendanceList('Absent:', minutes.absent_attendees),
  ]
  return meetingPage(minutes.agenda_items.agenda_items.map(itemMarkup).join(''), {
    date,
    time,
    attendance: lists.join(''),
  })
}

/** A page with this markup for its items. */
export function meetingPage(
  items: string,
  { date = '2026-01-20', time = '19:00', attendance = '' } = {},
): string {
  return `<!DOCTYPE html><html><head><script>$(".AgendaItemContainer").each(1 < 2)</script></head><body>
<form><input type="hidden" name="__VIEWSTATE" value="noise${date}" />
<HEADER class='AgendaHeader' ><H1 class='AgendaHeaderTitle' >Council<br/>Minutes</H1>
<DIV class='AgendaHeaderDetailsTable' ><DIV class='AgendaTimeContainer' ><TR ><DIV class='Label' ><TH scope='Row' >Date:</TH></DIV><TD class='Value' ><TIME datetime='${date}' >then</TIME></TD></TR></DIV>
<DIV class='AgendaTimeContainer' ><DIV class='Label' >Time:</DIV><SPAN class='AgendaMeetingTimeStart' ><TIME datetime='${time}' >then</TIME></SPAN></DIV></DIV>
<DIV class='AgendaHeaderAttendance' ><DIV class='AgendaHeaderAttendanceTable' >${attendance}</DIV></DIV></HEADER>
<DIV class='AgendaItems' >${items}</DIV></form></body></html>`
}

export function attendanceList(label: string, names: readonly string[]): string {
  const list = names.map((name) => `<LI ><p>${escaped(name)}</p></LI>`).join('')
  return `<DIV ><DIV class='Label' >${label}</DIV><DIV class='Value' ><UL >${list}</UL></DIV></DIV>`
}

export function itemMarkup(item: Item, _: unknown = 0): string {
  const { agenda_item_number: number = '', title = '', description, minutes } = item
  const attachments = (item.attachments ?? []).map(
    ({ link, attachment_title: name }, index) =>
      `<DIV class='AgendaItemAttachment AgendaItemAttachment1' ><SPAN class='Sequence' >${index + 1}.</SPAN><a class='Link' href="${escaped(link)}" data-original-title='x' ><SPAN class='Link' >${escaped(name)}</SPAN></a></DIV>`,
  )
  const motions = (item.motions ?? []).map(motionMarkup).join('')
  const rows = [
    description && `<DIV class='AgendaItemDescription RichText' >${lines(description)}</DIV>`,
    minutes && `<DIV class='AgendaItemMinutes RichText' >${lines(minutes)}</DIV>`,
    motions && `<UL class='AgendaItemMotions' >${motions}</UL>`,
  ].map((row) => row && `<DIV class='AgendaItemContentRow indent' >${row}</DIV>`)
  const below = (item.sub_agendas_items ?? []).map(itemMarkup).join('')
  return `<DIV class='AgendaItemContainer indent' ><DIV class='AgendaItem AgendaItem1' ><DIV class='AgendaItemTitleRow' ><H2 ><DIV class='AgendaItemCounter' >${escaped(number)}</DIV><DIV class='AgendaItemNavigate indent' ><DIV class='AgendaItemTitle' ><a tabindex='0' href="javascript:SelectItem(1);" >${escaped(title)}</a></DIV></DIV></H2><DIV class='AgendaItemAttachmentsList indent' >${attachments.join('')}</DIV></DIV>${rows.join('')}</DIV><DIV >${below}</DIV></DIV>`
}

function motionMarkup(motion: Motion): string {
  const rows = Object.entries(motion.motion_votes ?? {}).map(
    ([vote, { councillors, count }]) =>
      `<TR ><TD class='VoterVote' colspan='1' >${vote === 'for' ? 'For' : 'Against'} (${count})</TD><TD class='VotesUsers' >${escaped(inWords(councillors))}</TD></TR>`,
  )
  const table = `<TABLE class='MotionVoters' ><tbody>${rows.join('')}<TR ><TD class='VotesUsers' colspan='1' ></TD></TR></tbody></TABLE>`
  return motionItem(
    `<DIV class='PreMotionText RichText' >${lines(motion.premotion_text)}</DIV>`,
    labelled('Number', 'Motion No.', motion.motion_number),
    labelled('MovedBy', 'Moved by', motion.motion_moved_by),
    labelled('SecondedBy', 'Seconded by', motion.motion_seconded_by),
    `<DIV class='MotionText RichText' >${lines(motion.motion_text)}</DIV>`,
    rows.length === 0 ? '' : table,
    `<DIV class='MotionResult' >${escaped(motion.motion_result)}</DIV>`,
    `<DIV class='PostMotionText RichText' >${lines(motion.post_motion_text)}</DIV>`,
  )
}

export function motionItem(...parts: string[]): string {
  return `<LI class='AgendaItemMotion' >${parts.join('')}</LI>`
}

function labelled(part: string, label: string, value: string | undefined): string {
  if (!value) return ''
  return `<DIV class='${part}' ><SPAN class='Label' >${label}</SPAN><SPAN class='Value' >${escaped(value)}</SPAN></DIV>`
}

function lines(text = ''): string {
  if (text === '') return ''
  return text
    .split('\n')
    .map((line) => `<p style="text-align&#58;center;">${escaped(line)}</p>`)
    .join('\n')
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

function escaped(text = ''): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
