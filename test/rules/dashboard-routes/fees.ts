import { ROLES } from '../../../src/domain/staff/roles'
import { BOOKKEEPERS, type Route } from './route'

const FEE = '/dashboard/:workspace/fees/:fee_id'

const FEE_ACTS = [
  'payment',
  'refund',
  'waiver',
  'cancellation',
  'due',
  'booking',
  'reopening',
  'deferral',
  'dispute',
  'release',
]
const ONE_FEE: Route[] = [...FEE_ACTS, 'payments/:payment_id/reversal'].flatMap((page) => [
  { route: `GET ${FEE}/${page}`, roles: BOOKKEEPERS },
  { route: `POST ${FEE}/${page}`, roles: BOOKKEEPERS, fields: () => ({ revision: '1', reason: 'Test' }) },
])

const CLAIM = { audience: 'all', calculation: 'fixed', amount: '48,00', description: 'Annual fee 2026' }

const CLAIMS: Route[] = [
  { route: 'GET /dashboard/:workspace/fees/claim', roles: BOOKKEEPERS },
  {
    route: 'POST /dashboard/:workspace/fees/claim',
    roles: BOOKKEEPERS,
    fields: ({ memberId }) => ({ id: memberId }),
  },
  { route: 'POST /dashboard/:workspace/fees/claim/check', roles: BOOKKEEPERS, fields: () => CLAIM },
  {
    route: 'POST /dashboard/:workspace/fees/claim/run',
    roles: BOOKKEEPERS,
    fields: () => ({ ...CLAIM, mark: '1.4800', token: 'test' }),
  },
  { route: 'GET /dashboard/:workspace/fees/claimed', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/fees/claimed/undo', roles: BOOKKEEPERS },
]

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
  ...CLAIMS,
]
