import { noticeKinds } from '../../core/notice.ts'
import { v1List } from '../_shared/v1.routes.ts'
import { countNotices, listNotices } from './queries.ts'
import { NoticeItem, NoticeQuery } from './schema.ts'
import { toNoticeItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/notices`. */
export const noticesV1 = v1List({
  path: 'notices',
  name: 'notices',
  tag: 'Registers',
  operationId: 'listNotices',
  summary: 'List public meetings and hearings under planning laws, those to come first',
  query: NoticeQuery,
  item: NoticeItem,
  words: [{ name: 'kind', noun: 'notice', values: noticeKinds }],
  read: (db, { municipalityId }, filters, paging) =>
    listNotices(db, municipalityId, filters, paging),
  count: (db, { municipalityId }, filters) => countNotices(db, municipalityId, filters),
  position: (row) => [row.date, row.slug],
  represent: toNoticeItem,
})
