import * as z from 'zod'
import { sql } from '../../db/sql'
import { act } from '../access/act'
import { requireSubscribed } from '../access/authorize'
import { isList, LISTS } from '../access/lists'
import type { Principal } from '../access/principal'
import { contextFrom, selectColumns } from '../custom-columns/query-list'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import { indexCostUnits, selectCostUnitsByName } from '../fees/expenses'
import type { Issue } from '../shared/error-list'
import { newId } from '../shared/ids'
import { singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { countOf, isTaken, NAME_TAKEN, type PlanNames, requireSameNames, selectPlanNames } from './names'
import { exampleOf, INTERVALS, type Interval, parsePeriod } from './period'
import { anyExpensesIn } from './places'
import { MAX_PLANS, planToApi } from './plan'
import { givenVersion } from './version'
import { storedRules, type VersionFacts, versionIssues, writeVersion } from './version-issues'

/** What writing a plan needs. */
export const TO_PLAN = { permission: 'fees:write' } as const

export const planName = singleLine(100)
export const planDescription = singleLine(200).describe('What fees are called; `{{period}}` is the period')

/** The body that creates a plan with its first version. */
export const newDuesPlan = z
  .strictObject({
    name: planName,
    list: z.enum(LISTS).describe('The list whose persons owe'),
    interval: z
      .enum(INTERVALS)
      .describe('How often they owe: `2027`, `2027-H1`, `2027-Q3` and `2027-05` are periods'),
    description: planDescription,
    from_period: z.string().max(16).describe('The first period that the plan is for'),
    version: givenVersion,
  })
  .meta({
    examples: [
      {
        name: 'Yearly dues',
        list: 'members',
        interval: 'year',
        description: 'Dues {{period}}',
        from_period: '2027',
        version: {
          ...{ key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 },
          rules: [
            {
              ...{ kind: 'base', name: 'Child', amount: 6000 },
              conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
            },
            { kind: 'base', name: 'Adult', amount: 12_000 },
            { kind: 'family', name: 'Family', cap: 30_000, of: 'all' },
          ],
        },
      },
    ],
  })

/** Creates a plan of dues, and returns it as JSON. Two trips. Throws `permission_missing`, `list_not_subscribed`, `invalid`. */
export async function createDuesPlan(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_PLAN, async (tx) => {
    const list = typeof body.list === 'string' && isList(body.list) ? body.list : undefined
    const rows = await tx.read(
      {
        columns: selectColumns(tx.workspace(), list ?? 'members'),
        costUnits: selectCostUnitsByName(tx.workspace(), anyExpensesIn(body.version)),
        names: selectPlanNames(tx.workspace()),
      },
      (credential) => list && requireSubscribed(credential, list),
    )
    const interval = INTERVALS.find((one) => one === body.interval)
    const costUnits = indexCostUnits(rows.costUnits)
    const context = contextFrom(tx, rows.credential, list ?? 'members', rows.columns)
    const facts = { interval, context, costUnits, ruleIds: new Set<string>() }
    const input = validate(newDuesPlan, body, (given) => planIssues(given, facts, rows.names))
    const id = newId('pln', tx.now)
    const now = tx.now.toISOString()
    const { version, from_period, ...head } = input
    const rules = storedRules(tx, version, costUnits)
    const workspace = tx.writable()
    const created = { ...head, from_period, ...settingsOf(version) }
    const shown = {
      head: { id, ...head, archived: false, versions: [from_period], created_at: now, updated_at: now },
      revision: 1,
      versions: [],
      places: rows.costUnits.map((unit) => ({
        unitId: unit.id,
        unit: unit.name,
        categoryId: unit.categoryId,
        category: unit.categoryName,
      })),
    }
    return tx.finish(JSON.stringify(planToApi(shown, { ...version, from_period, rules, revision: 1 })), {
      names: requireSameNames(workspace, rows.names),
      plan: sql`
          INSERT INTO dues_plans (workspace_id, id, list_id, name, interval, description, created_at, updated_at)
          VALUES (${workspace}, ${id}, ${head.list}, ${head.name}, ${head.interval}, ${head.description}, ${now}, ${now})`,
      version: writeVersion(workspace, { planId: id, fromPeriod: from_period, version, rules }),
      recorded: recordEvents(tx.actor, workspace, { action: 'dues_plan.created', subject: 'dues_plan' }, [
        { id, name: head.name, changes: changesBetween({}, created) },
      ]),
    })
  })
}

/** What an event tells of a version: all but its rules. */
export const settingsOf = ({
  key_day,
  due_day,
  pro_rata,
  rounding,
}: Pick<z.output<typeof givenVersion>, 'key_day' | 'due_day' | 'pro_rata' | 'rounding'>) => ({
  key_day,
  due_day,
  pro_rata,
  rounding,
})

function* planIssues(
  given: Record<string, unknown>,
  facts: VersionFacts,
  names: readonly PlanNames[],
): Iterable<Issue> {
  if (countOf(names) >= MAX_PLANS) yield [['name'], { code: 'too_many_plans', max: MAX_PLANS }]
  if (typeof given.name === 'string' && isTaken(names, given.name)) yield NAME_TAKEN
  const interval: Interval | undefined = facts.interval
  const { from_period } = given
  if (interval && typeof from_period === 'string' && !parsePeriod(interval, from_period))
    yield [['from_period'], { code: 'not_a_period', example: exampleOf(interval) }]
  for (const [path, refusal] of versionIssues(given.version, facts)) yield [['version', ...path], refusal]
}
