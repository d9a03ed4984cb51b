import { elementsOf, jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { basisOf } from './basis'
import { ONCE } from './claimed'
import type { NewPart } from './claims'
import type { Facts } from './reckon'
import type { DuesRun } from './runs'

/** Inserts the parts of a run. They fail as a conflict if a part is there already: nothing is claimed twice. */
export const insertParts = (
  workspace: Sql,
  { id, plan_id, period }: Pick<DuesRun, 'id' | 'plan_id' | 'period'>,
  facts: Facts,
  parts: readonly { part: NewPart; feeId: string | null }[],
): Sql[] =>
  jsonArrays(
    parts.map(({ part, feeId }) => {
      const { person, line, instalment, position, amount } = part
      const { cost_unit_id = null, category_id = null, sphere = null } = line.place ?? {}
      return [
        ...[line.kind === 'once' ? ONCE : period, person.id, line.part, instalment, feeId],
        ...[position, line.kind, line.name, amount, cost_unit_id, category_id, sphere],
        basisOf(facts, part),
      ]
    }),
  ).map(
    (array) => sql`
      INSERT INTO dues_parts (workspace_id, plan_id, run_id, period, person_id, part, instalment, fee_id, position, kind,
        name, amount, cost_unit_id, category_id, sphere, basis)
      SELECT ${workspace}, ${plan_id}, ${id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
        value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value -> 12
      FROM ${elementsOf(array)} WHERE TRUE`,
  )
