import { BOOK_READERS, BOOKKEEPERS, OWNER, type Route } from './route'

const BOOK = '/dashboard/:workspace/cash-book'

export const CASH_BOOK_ROUTES: Route[] = [
  { route: `GET ${BOOK}`, roles: BOOK_READERS },
  { route: `GET ${BOOK}/new`, roles: BOOKKEEPERS },
  {
    route: `POST ${BOOK}/new`,
    roles: BOOKKEEPERS,
    fields: () => ({ direction: 'in', amount: '12,50', booked_on: '2026-01-31', text: 'Spende' }),
  },
  { route: `GET ${BOOK}/transfer`, roles: BOOKKEEPERS },
  { route: `POST ${BOOK}/transfer`, roles: BOOKKEEPERS },
  { route: `GET ${BOOK}/count`, roles: BOOK_READERS },
  { route: `POST ${BOOK}/count`, roles: BOOKKEEPERS },
  { route: `GET ${BOOK}/count/:count_id`, roles: BOOK_READERS },
  { route: `POST ${BOOK}/count/:count_id`, roles: BOOKKEEPERS },
  { route: `GET ${BOOK}/assign`, roles: BOOKKEEPERS },
  { route: `POST ${BOOK}/assign`, roles: BOOKKEEPERS },
  { route: `GET ${BOOK}/fees`, roles: BOOKKEEPERS },
  { route: `POST ${BOOK}/fees`, roles: BOOKKEEPERS },
  { route: `POST ${BOOK}/fees/decision`, roles: BOOKKEEPERS },
  { route: `POST ${BOOK}/fees/undo`, roles: BOOKKEEPERS },
  { route: `GET ${BOOK}/report`, roles: BOOK_READERS },
  { route: `POST ${BOOK}/report/export`, roles: BOOK_READERS },
  { route: `POST ${BOOK}/export`, roles: BOOK_READERS },
  { route: `GET ${BOOK}/close`, roles: BOOK_READERS },
  { route: `POST ${BOOK}/close`, roles: BOOKKEEPERS, fields: () => ({ confirmed: '1' }) },
  { route: `GET ${BOOK}/reopen`, roles: OWNER },
  {
    route: `POST ${BOOK}/reopen`,
    roles: OWNER,
    fields: () => ({ reason: 'Ein Beleg fehlt' }),
    needsProof: 'reopen_year',
  },
  { route: `GET ${BOOK}/:voucher_id/reverse`, roles: BOOKKEEPERS },
  { route: `POST ${BOOK}/:voucher_id/reverse`, roles: BOOKKEEPERS, fields: () => ({ reason: 'Doppelt' }) },
  { route: `GET ${BOOK}/:voucher_id`, roles: BOOK_READERS },
  { route: `POST ${BOOK}/:voucher_id`, roles: BOOKKEEPERS },
]
