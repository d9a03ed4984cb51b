import type { Answers } from '../../db/client'
import type { Sql } from '../../db/sql'
import type { Credential, Principal } from '../access/principal'
import { contextFrom, selectColumns } from '../custom-columns/query-list'
import { indexCostUnits, selectCostUnitsByName } from '../fees/expenses'
import { anyExpensesIn } from './places'
import { type StoredPlan, selectPlan } from './plan'
import type { VersionFacts } from './version-issues'

/** The statements that read a plan, and what a version of it is checked against. */
export const selectForVersion = (workspace: Sql, id: string, body: Record<string, unknown>) => ({
  ...selectPlan(workspace, id),
  // The list is known once the plan is read.
  members: selectColumns(workspace, 'members'),
  contacts: selectColumns(workspace, 'contacts'),
  costUnits: selectCostUnitsByName(workspace, anyExpensesIn(body)),
})

type Rows = Pick<Answers<ReturnType<typeof selectForVersion>>, 'members' | 'contacts' | 'costUnits'>

/** What a version of a plan is checked against, as {@link selectForVersion} read it. */
export function versionFacts(
  principal: Principal,
  { head: { list, interval }, versions }: StoredPlan,
  { members, contacts, costUnits, credential }: Rows & { credential: Credential },
): VersionFacts {
  return {
    interval,
    context: contextFrom(principal, credential, list, list === 'members' ? members : contacts),
    costUnits: indexCostUnits(costUnits),
    ruleIds: new Set(versions.flatMap(({ rules }) => rules.map((rule) => rule.id))),
  }
}
