import type { Statement } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { changesBetween } from '../../events/changes'
import { type Changes, recordEvents } from '../../events/record'
import { maskIbansIn } from '../../persons/mask'
import type { LineRow } from '../lines/bank-line'
import { type Taught, writePayingAccounts } from './learn'

/** What an act on a line changes of it. */
type Changed = Pick<
  LineRow,
  | 'state'
  | 'assigned_amount'
  | 'ignore_reason'
  | 'debits'
  | 'elsewhere_amount'
  | 'booked_sign'
  | 'bookings_id'
  | 'rule_id'
>

/** What an undo makes of a line: nothing of what was confirmed is left. */
export const OPEN_AGAIN: Changed = {
  state: 'open',
  assigned_amount: 0,
  ignore_reason: null,
  debits: null,
  elsewhere_amount: 0,
  booked_sign: null,
  bookings_id: null,
  rule_id: null,
}

/** An act on a line: the line as it was read, what it changes, and the event that tells it. */
export type LineAct = Taught & {
  after: Partial<Changed>
  action: `bank_line.${'confirmed' | 'booked' | 'loosened' | 'ignored' | 'restored' | 'met'}`
  /** The numbers of the vouchers whose money the line shows. */
  met?: string[]
}

/** A line as it is after an act. */
export const lineAfter = ({ line, after }: LineAct): LineRow => ({
  ...line,
  ...after,
  revision: line.revision + 1,
})

/** Writes acts on lines, and their events. Fails as a conflict if a line has changed since it was read. */
export const writeLines = (actor: Actor, workspace: Sql, acts: readonly LineAct[]): Statement[] => [
  ...jsonArrays(acts.map(lineAfter)).flatMap((array) => [
    requireAsRead(workspace, array),
    updateLines(workspace, array),
  ]),
  ...writePayingAccounts(workspace, acts),
  ...[...Map.groupBy(acts, ({ action }) => action)].flatMap(([action, same]) =>
    recordEvents(actor, workspace, { action, subject: 'bank_line' }, same.map(subjectOf)),
  ),
]

const requireAsRead = (workspace: Sql, lines: string): Sql =>
  failUnless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${lines}) AS act
    LEFT JOIN bank_lines ON bank_lines.workspace_id = ${workspace} AND bank_lines.id = act.value ->> 'id'
    WHERE bank_lines.revision IS NOT act.value ->> 'revision' - 1)`)

// Left to itself the planner reads all lines, and all acts for each of them.
const updateLines = (workspace: Sql, lines: string): Sql => sql`
  WITH acts (id, state, assigned_amount, ignore_reason, debits, elsewhere_amount, booked_sign,
    bookings_id, rule_id, revision) AS MATERIALIZED (
    SELECT value ->> 'id', value ->> 'state', value ->> 'assigned_amount', value ->> 'ignore_reason',
      value ->> 'debits', value ->> 'elsewhere_amount',
      value ->> 'booked_sign', value ->> 'bookings_id', value ->> 'rule_id', value ->> 'revision'
    FROM json_each(${lines})
  )
  UPDATE bank_lines
  SET state = acts.state, assigned_amount = acts.assigned_amount, ignore_reason = acts.ignore_reason,
    debits = acts.debits, elsewhere_amount = acts.elsewhere_amount,
    booked_sign = acts.booked_sign, bookings_id = acts.bookings_id, rule_id = acts.rule_id, revision = acts.revision
  FROM acts
  WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = acts.id`

function subjectOf(act: LineAct): { id: string; name: string; changes: Changes } {
  const told = ({ state, assigned_amount, ignore_reason }: LineRow) => ({
    state,
    assigned_amount,
    ignore_reason,
  })
  const { line } = act
  const name = line.party_name ?? (maskIbansIn(line.text).slice(0, MAX_NAME) || line.booked_on)
  const changes: Changes = changesBetween(told(line), told(lineAfter(act)))
  return {
    id: line.id,
    name,
    changes: act.met ? { ...changes, vouchers: [null, act.met.join(', ')] } : changes,
  }
}

const MAX_NAME = 100
