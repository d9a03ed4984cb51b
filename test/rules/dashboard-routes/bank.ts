import { BOOK_READERS, BOOKKEEPERS, type Route } from './route'

const LINE = '/dashboard/:workspace/bank/lines/:line_id'

export const BANK_ROUTES: Route[] = [
  { route: 'GET /dashboard/:workspace/bank', roles: BOOK_READERS },
  { route: 'GET /dashboard/:workspace/bank/import', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/import', roles: BOOKKEEPERS },
  { route: 'GET /dashboard/:workspace/bank/accounts/new', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/accounts/new', roles: BOOKKEEPERS },
  { route: 'GET /dashboard/:workspace/bank/accounts/:account_id', roles: BOOK_READERS },
  { route: 'GET /dashboard/:workspace/bank/accounts/:account_id/edit', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/accounts/:account_id/edit', roles: BOOKKEEPERS },
  {
    route: 'POST /dashboard/:workspace/bank/statements/:statement_id/file',
    roles: BOOKKEEPERS,
    needsProof: 'download_statement_file',
    isDownload: true,
  },
  { route: 'GET /dashboard/:workspace/bank/statements/:statement_id/undo', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/statements/:statement_id/undo', roles: BOOKKEEPERS },
  { route: 'GET /dashboard/:workspace/bank/lines', roles: BOOK_READERS },
  { route: 'POST /dashboard/:workspace/bank/lines/certain', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/lines/uncertain', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/lines/book', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/lines/unbook', roles: BOOKKEEPERS },
  { route: 'GET /dashboard/:workspace/bank/lines/suggested', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/bank/lines/suggested', roles: BOOKKEEPERS },
  { route: `GET ${LINE}`, roles: BOOK_READERS },
  { route: `POST ${LINE}/confirm`, roles: BOOKKEEPERS },
  { route: `POST ${LINE}/loosen`, roles: BOOKKEEPERS },
  { route: `POST ${LINE}/restore`, roles: BOOKKEEPERS },
  { route: `GET ${LINE}/fees`, roles: BOOKKEEPERS },
  { route: `POST ${LINE}/fees`, roles: BOOKKEEPERS },
  { route: `GET ${LINE}/book`, roles: BOOKKEEPERS },
  { route: `POST ${LINE}/book`, roles: BOOKKEEPERS },
  { route: `GET ${LINE}/ignore`, roles: BOOKKEEPERS },
  { route: `POST ${LINE}/ignore`, roles: BOOKKEEPERS },
]
