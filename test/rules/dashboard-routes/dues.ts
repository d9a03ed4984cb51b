import { ROLES } from '../../../src/domain/staff/roles'
import { BOOKKEEPERS, READERS, type Route } from './route'

const PLANS = '/dashboard/:workspace/fees/plans'
const PLAN = `${PLANS}/:plan_id`
const RUNS = '/dashboard/:workspace/fees/runs'
const RUN = `${RUNS}/:run_id`
const WHAT = { what: 'pln_unknown 2027' }

/** The pages of plans of dues and of their runs. */
export const DUES_ROUTES: Route[] = [
  { route: `GET ${PLANS}`, roles: ROLES },
  { route: `GET ${PLANS}/new`, roles: BOOKKEEPERS },
  { route: `POST ${PLANS}/new`, roles: BOOKKEEPERS, fields: () => ({ name: 'Dues', token: 'test' }) },
  { route: `GET ${PLAN}`, roles: ROLES },
  { route: `POST ${PLAN}/archive`, roles: BOOKKEEPERS },
  { route: `GET ${PLAN}/terms`, roles: BOOKKEEPERS },
  { route: `POST ${PLAN}/terms`, roles: BOOKKEEPERS },
  { route: `GET ${PLAN}/try`, roles: ROLES },
  { route: `GET ${PLAN}/rules/new`, roles: BOOKKEEPERS },
  { route: `POST ${PLAN}/rules/new`, roles: BOOKKEEPERS, fields: () => ({ kind: 'base', name: 'Adult' }) },
  { route: `GET ${PLAN}/rules/:rule_id`, roles: BOOKKEEPERS },
  { route: `POST ${PLAN}/rules/:rule_id`, roles: BOOKKEEPERS },
  { route: `POST ${PLAN}/rules/:rule_id/move`, roles: BOOKKEEPERS, fields: () => ({ direction: 'up' }) },
  { route: `GET ${PLAN}/rules/:rule_id/delete`, roles: BOOKKEEPERS },
  { route: `POST ${PLAN}/rules/:rule_id/delete`, roles: BOOKKEEPERS },
  { route: `GET ${RUNS}`, roles: ROLES },
  { route: `GET ${RUNS}/new`, roles: BOOKKEEPERS },
  { route: `GET ${RUNS}/check`, roles: BOOKKEEPERS },
  { route: `POST ${RUNS}/check`, roles: BOOKKEEPERS, fields: () => ({ ...WHAT, token: 'test' }) },
  { route: `GET ${RUNS}/differences`, roles: BOOKKEEPERS },
  {
    route: `POST ${RUNS}/differences`,
    roles: BOOKKEEPERS,
    fields: () => ({ decision: 'keep', token: 'test' }),
  },
  { route: `GET ${RUN}`, roles: ROLES },
  { route: `POST ${RUN}/mail`, roles: READERS, fields: () => ({ list: 'members' }) },
  { route: `GET ${RUN}/discard`, roles: BOOKKEEPERS },
  { route: `POST ${RUN}/discard`, roles: BOOKKEEPERS, fields: () => ({ reason: 'Test', token: 'test' }) },
]
