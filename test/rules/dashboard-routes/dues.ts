import { ROLES } from '../../../src/domain/staff/roles'
import { BOOKKEEPERS, type Route } from './route'

const PLANS = '/dashboard/:workspace/fees/plans'
const PLAN = `${PLANS}/:plan_id`

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
]
