import { READERS, type Route, WRITERS } from './route'

const IMPORTS = '/dashboard/:workspace/:list/import'
const IMPORT = `${IMPORTS}/:import_id`

/** The pages of an import of persons, which is a draft here. Treasurers see it; they run only the accounts that wait later. */
export const IMPORTS_ROUTES: Route[] = [
  { route: `GET ${IMPORTS}`, roles: READERS },
  { route: `POST ${IMPORTS}`, roles: WRITERS },
  { route: `GET ${IMPORT}`, roles: READERS },
  { route: `GET ${IMPORT}/columns`, roles: READERS },
  { route: `POST ${IMPORT}/columns`, roles: WRITERS, fields: () => ({ 'column.0': 'name.last_name' }) },
  { route: `POST ${IMPORT}/file`, roles: WRITERS, fields: () => ({ header_row: '1' }) },
  { route: `GET ${IMPORT}/questions`, roles: READERS },
  {
    route: `POST ${IMPORT}/questions`,
    roles: WRITERS,
    fields: () => ({ 'key.0': 'two_digit_year', 'answer.0': 'leave_out' }),
  },
  { route: `GET ${IMPORT}/check`, roles: READERS },
  { route: `POST ${IMPORT}/check`, roles: WRITERS, fields: () => ({ leave_out: 'rows' }) },
  { route: `POST ${IMPORT}/run`, roles: WRITERS, fields: () => ({ mark: 'another' }) },
  { route: `GET ${IMPORT}/missing`, roles: READERS },
  {
    route: `POST ${IMPORT}/missing`,
    roles: WRITERS,
    fields: () => ({ 'cell.0': '2.1', 'was.0': '31.2.1990', 'edit.0': '1.2.1990' }),
  },
  { route: `POST ${IMPORT}/missing/file`, roles: READERS },
  { route: `GET ${IMPORT}/done`, roles: READERS },
  { route: `GET ${IMPORT}/undo`, roles: WRITERS },
  { route: `POST ${IMPORT}/undo`, roles: WRITERS },
  { route: `POST ${IMPORT}/discard`, roles: WRITERS },
]
