import { ROLES } from '../../../src/domain/staff/roles'
import { BOOKKEEPERS, type Route } from './route'

export const FEES_ROUTES: Route[] = [
  { route: 'GET /dashboard/:workspace/fees', roles: ROLES },
  { route: 'POST /dashboard/:workspace/fees/export', roles: ROLES, isDownload: true },
  {
    route: 'POST /dashboard/:workspace/fees/bulk',
    roles: BOOKKEEPERS,
    fields: () => ({ action: 'pay', scope: 'all' }),
  },
  {
    route: 'POST /dashboard/:workspace/fees/bulk/run',
    roles: BOOKKEEPERS,
    fields: () => ({ action: 'cancel', scope: 'all', reason: 'Twice' }),
  },
]
