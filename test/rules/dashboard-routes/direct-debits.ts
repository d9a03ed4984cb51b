import { ROLES } from '../../../src/domain/staff/roles'
import { BOOK_READERS, BOOKKEEPERS, type Route } from './route'

const COLLECTION = '/dashboard/:workspace/direct-debits/:collection_id'
const ITEM = `${COLLECTION}/items/:item_id`
const NEW = '/dashboard/:workspace/direct-debits/new'

export const DIRECT_DEBITS_ROUTES: Route[] = [
  { route: 'GET /dashboard/:workspace/direct-debits', roles: BOOK_READERS },
  { route: 'GET /dashboard/:workspace/mandates', roles: ROLES },
  { route: `GET ${NEW}`, roles: BOOKKEEPERS },
  { route: `GET ${NEW}/check`, roles: BOOKKEEPERS },
  { route: `GET ${NEW}/date`, roles: BOOKKEEPERS },
  { route: `GET ${NEW}/release`, roles: BOOKKEEPERS },
  {
    route: `POST ${NEW}/release`,
    roles: BOOKKEEPERS,
    fields: () => ({ due_by: '2026-12-31', date: '2026-12-15', mark: '0' }),
    needsProof: 'release_collection',
  },
  { route: 'GET /dashboard/:workspace/direct-debits/restored', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/direct-debits/restored', roles: BOOKKEEPERS },
  { route: `GET ${COLLECTION}`, roles: BOOK_READERS },
  { route: `POST ${COLLECTION}/submit`, roles: BOOKKEEPERS },
  {
    route: `POST ${COLLECTION}/file`,
    roles: BOOKKEEPERS,
    needsProof: 'download_collection_file',
    isDownload: true,
  },
  { route: `POST ${COLLECTION}/announcement`, roles: BOOKKEEPERS, isDownload: true },
  { route: `GET ${COLLECTION}/discard`, roles: BOOKKEEPERS },
  { route: `POST ${COLLECTION}/discard`, roles: BOOKKEEPERS, fields: () => ({ reason: 'Wrong year' }) },
  { route: `GET ${COLLECTION}/settle`, roles: BOOKKEEPERS },
  {
    route: `POST ${COLLECTION}/settle`,
    roles: BOOKKEEPERS,
    fields: () => ({ settled_on: '2026-03-16' }),
  },
  { route: `GET ${COLLECTION}/unsettle`, roles: BOOKKEEPERS },
  { route: `POST ${COLLECTION}/unsettle`, roles: BOOKKEEPERS },
  { route: `GET ${ITEM}/return`, roles: BOOKKEEPERS },
  {
    route: `POST ${ITEM}/return`,
    roles: BOOKKEEPERS,
    fields: () => ({ returned_on: '2026-03-16', reason_code: 'AM04' }),
  },
  { route: `GET ${ITEM}/remove`, roles: BOOKKEEPERS },
  { route: `POST ${ITEM}/remove`, roles: BOOKKEEPERS, fields: () => ({ reason: 'Mandate withdrawn' }) },
  { route: `GET ${ITEM}/unblock`, roles: BOOKKEEPERS },
  { route: `POST ${ITEM}/unblock`, roles: BOOKKEEPERS, fields: () => ({ note: 'Talked to her' }) },
]
