import { z } from 'zod'
import { jsonArrays } from '../../db/json'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Credential, type Need, type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { todayIn } from '../shared/dates'
import { arrayOf, uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { type Creditor, creditorOf } from '../workspaces/money-settings'
import { type CollectableFee, selectCollectableFees } from './collectable-fee'
import { type Debtor, type DebtorRow, debtorOf, selectDebtors } from './debtors'
import { type DebitGroup, groupProblems, groupsOf, type ReadyFee } from './groups'
import {
  type Circumstances,
  creditorWarnings,
  debtorProblems,
  type Finding,
  type Found,
  feeProblem,
  type ProblemCode,
  type WarningCode,
  warningsOf,
} from './problems'
import { collectionDateIssue } from './target-days'

/** How many fees one collection has at most. */
const MAX_FEES = 10_000

/** What direct debits need. */
export const TO_COLLECT = { permission: 'collections:write' } as const satisfies Need

/** The body that releases a collection. */
export const newCollection = z
  .strictObject({
    fee_ids: arrayOf(z.string(), MAX_FEES, 1),
    collection_date: z.iso
      .date()
      .describe('The day on which the bank debits the accounts: not a weekend or holiday, and notice ahead'),
  })
  .meta({ examples: [{ fee_ids: ['fee_0VMtKcPBq7XJ3mZ1sWv9LdTe'], collection_date: '2026-03-16' }] })

/** The debits that a collection of fees would have, and what stands against it. */
export type Proposal = {
  collectionDate: string
  creditor: Creditor | null
  locale: string
  /** The fees without problems, as they were read. */
  fees: CollectableFee[]
  groups: DebitGroup[]
  problems: Found<ProblemCode>[]
  warnings: Found<WarningCode>[]
  credential: Credential
}

/** Reads and checks the fees of a body. One trip. Throws `permission_missing`, and `invalid` for a malformed body. */
export async function propose(principal: Principal, body: Record<string, unknown>): Promise<Proposal> {
  const ids = uniqueStrings(Array.isArray(body.fee_ids) ? body.fee_ids.slice(0, MAX_FEES) : [])
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      fees: selectCollectableFees(workspace, ids),
      debtors: jsonArrays(ids).map((array) => selectDebtors(workspace, personsOf(array))),
      settings: selectSettings(workspace),
    },
    (credential) => requirePermission(credential, TO_COLLECT.permission),
  )
  const input = validate(newCollection, body)
  const [settings] = rows.settings
  if (!settings) throw new Error('A workspace that was looked up has no row.')
  const debtors = new Map((rows.debtors as DebtorRow[]).map((row) => [row.id, debtorOf(row)]))
  const facts = new Map((rows.fees as CollectableFee[]).map((fee) => [fee.id, fee]))
  const today = todayIn(settings.timezone, principal.now)
  const creditor = creditorOf(settings)
  const circumstances = { collectionDate: input.collection_date, today, creditorId: creditor?.creditor_id }
  const problems = [...workspaceProblems(settings, creditor, circumstances)]
  const found = checkFees(input.fee_ids, facts, debtors, circumstances)
  problems.push(...found.problems)
  const groups = groupsOf(found.ready, settings.locale)
  problems.push(...groupProblems(groups))
  const barred = new Set(problems.flatMap(({ feeId }) => feeId ?? []))
  const sound = groups.filter(({ fees }) => !fees.some(({ fee }) => barred.has(fee.id)))
  return {
    collectionDate: input.collection_date,
    creditor,
    locale: settings.locale,
    fees: sound.flatMap(({ fees }) => fees.map(({ fee }) => fee)),
    groups: sound,
    problems,
    warnings: [
      ...[...creditorWarnings(creditor?.creditor_id)].map((finding) => foundOf(['creditor'], null, finding)),
      ...found.warnings,
    ],
    credential,
  }
}

type Settings = Pick<
  WorkspaceRow,
  'locale' | 'timezone' | 'currency' | 'noticeDays' | 'creditorName' | 'creditorIban' | 'creditorId'
>

const selectSettings = (workspace: Sql): Sql<Settings> => sql<Settings>`
  SELECT locale, timezone, currency, notice_days AS noticeDays, creditor_name AS creditorName,
    creditor_iban AS creditorIban, creditor_id AS creditorId
  FROM workspaces WHERE id = ${workspace}`

const personsOf = (array: string): Sql => sql`
  SELECT person_id FROM json_each(${array}) AS wanted CROSS JOIN fees
  WHERE fees.workspace_id = ${TENANT} AND fees.id = wanted.value`

function checkFees(
  ids: string[],
  facts: Map<string, CollectableFee>,
  debtors: Map<string, Debtor>,
  circumstances: Circumstances,
) {
  const ready: ReadyFee[] = []
  const problems: Found<ProblemCode>[] = []
  const warnings: Found<WarningCode>[] = []
  const named = new Set<string>()
  const ofDebtor = new Map<string, Finding<ProblemCode>[]>()
  for (const [index, id] of ids.entries()) {
    const path = ['fee_ids', `${index}`]
    const fee = facts.get(id)
    const problem = feeProblem(fee, named.has(id))
    named.add(id)
    if (!fee || problem) {
      if (problem) problems.push(foundOf(path, id, problem))
      continue
    }
    const debtor = debtors.get(fee.person_id)
    const own = ofDebtor.get(fee.person_id) ?? [...debtorProblems(debtor, circumstances)]
    ofDebtor.set(fee.person_id, own)
    problems.push(...own.map((finding) => foundOf(path, id, finding)))
    if (!debtor || own.length > 0) continue
    ready.push({ fee, index, debtor })
    for (const warning of warningsOf(fee, debtor, circumstances)) warnings.push(foundOf(path, id, warning))
  }
  return { ready, problems, warnings }
}

function* workspaceProblems(
  { currency, noticeDays }: Settings,
  creditor: Creditor | null,
  { collectionDate, today }: Circumstances,
): Iterable<Found<ProblemCode>> {
  const problem = (path: string, code: ProblemCode, message: string) =>
    foundOf([path], null, [code, message] as const)
  if (!creditor)
    yield problem(
      'creditor',
      'creditor_incomplete',
      'is not set; direct debit needs name, IBAN and identifier',
    )
  if (currency !== 'EUR')
    yield problem('currency', 'currency_not_eur', `is ${currency}; direct debits are in EUR`)
  const issue = collectionDateIssue(collectionDate, { today, noticeDays })
  if (issue) yield problem('collection_date', 'collection_date', issue.message)
}

const foundOf = <Code extends string>(
  path: string[],
  feeId: string | null,
  [code, message]: Finding<Code>,
): Found<Code> => ({ path, feeId, code, message })
