import { ROLES } from '../../../src/domain/staff/roles'
import { BOOKKEEPERS, type Route } from './route'

const FEE = '/dashboard/:workspace/fees/:fee_id'

const FEE_ACTS = ['payment', 'refund', 'waiver', 'cancellation', 'due', 'booking', 'reopening']
const ONE_FEE: Route[] = [...FEE_ACTS, 'payments/:payment_id/reversal'].flatMap((page) => [
  { route: `GET ${FEE}/${page}`, roles: BOOKKEEPERS },
  { route: `POST ${FEE}/${page}`, roles: BOOKKEEPERS, fields: () => ({ revision: '1', reason: 'Test' }) },
])

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
  { route: `GET ${FEE}`, roles: ROLES },
  { route: `GET ${FEE}/notice`, roles: ROLES },
  ...ONE_FEE,
]
