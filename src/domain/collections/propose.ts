import * as z from 'zod'
import { jsonArrays, type Packed, pack, takeUnpacked } from '../../db/json'
import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Credential, type Need, type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { todayIn } from '../shared/dates'
import type { ProblemCode } from '../shared/debit-refusals'
import type { Restore } from '../shared/restores'
import { arrayOf, uniqueStrings } from '../shared/text'
import { validate } from '../shared/validation'
import { type CollectableFee, FEE_COLUMNS, selectCollectableFees } from './collectable-fee'
import { debitText } from './collection'
import { type Creditor, creditorOf } from './creditor'
import { DEBTOR_ROW, type Debtor, type DebtorRow, debtorOf, selectDebtors } from './debtors'
import { type DebitGroup, groupProblems, groupsOf, type ReadyFee } from './groups'
import {
  type Circumstances,
  creditorWarnings,
  dateWarnings,
  debtorProblems,
  type Finding,
  type Found,
  feeProblem,
  type WarningCode,
  warningsOf,
} from './problems'
import { collectionDateIssue, earliestCollectionDate } from './target-days'
import { uncheckedRestore } from './unchecked'

/** How many fees one collection has at most. */
export const MAX_FEES = 10_000

/** What direct debits need. */
export const TO_COLLECT = { permission: 'collections:write' } as const satisfies Need

/** The body that releases a collection. */
export const newCollection = z
  .strictObject({
    fee_ids: arrayOf(z.string(), MAX_FEES, 1),
    collection_date: z.iso
      .date()
      .describe(
        'The day on which the bank debits the accounts: not a weekend or holiday, notice ahead, and at most a year ahead',
      ),
    confirms_restore: z
      .int()
      .optional()
      .describe(
        'After the data was restored to an earlier state: the number that the problem `restore_unconfirmed` names. It says that no file went to the bank since that state that `/collections` does not show',
      ),
  })
  .meta({ examples: [{ fee_ids: ['fee_0VMtKcPBq7XJ3mZ1sWv9LdTe'], collection_date: '2026-03-16' }] })

/** The debits that a collection of fees would have, and what stands against it. */
export type Proposal<C extends Credential = Credential> = {
  collectionDate: string
  /** The earliest collection date of debits that are announced today. */
  earliestDate: string
  /** The date in the workspace. */
  today: string
  creditor: Creditor | null
  locale: string
  /** The fees that were asked for and exist, as they were read. */
  found: CollectableFee[]
  /** Those of them without problems. */
  fees: CollectableFee[]
  groups: DebitGroup[]
  /** Whether the debits are those of a sandbox, which say TEST. */
  isTest: boolean
  /** Who is debited, by the id of the person who owes. */
  debtors: Map<string, Debtor>
  problems: Found<ProblemCode>[]
  warnings: Found<WarningCode>[]
  /** The restore of which nobody has said yet which files went to the bank before it. */
  unchecked: Restore | undefined
  credential: C
}

/** Reads and checks the fees of a body. One trip. Throws `permission_missing`, and `invalid` for a malformed body. */
export async function propose(principal: Principal, body: Record<string, unknown>): Promise<Proposal> {
  const ids = uniqueStrings(Array.isArray(body.fee_ids) ? body.fee_ids.slice(0, MAX_FEES) : [])
  const { credential, rows } = await query(
    principal,
    selectProposal(principal.workspace(), selectNamed(ids), dateIn(body)),
    (credential) => requirePermission(credential, TO_COLLECT.permission),
  )
  const { fee_ids: feeIds, collection_date: collectionDate } = validate(newCollection, body)
  return proposalOf(principal, { rows, credential, feeIds, collectionDate })
}

const dateIn = ({ collection_date: date }: Record<string, unknown>) =>
  typeof date === 'string' ? date : undefined

/**
 * The statements that read what a {@link Proposal} for a date (YYYY-MM-DD) is made of. Each of `chosen` selects ids of fees
 * as `id`.
 */
export const selectProposal = (workspace: Sql, chosen: Sql[], collectionDate: string | undefined) => ({
  fees: chosen.map((ids) => pack(FEE_COLUMNS, selectCollectableFees(workspace, ids))),
  debtors: chosen.map((ids) => pack(DEBTOR_ROW, selectDebtors(workspace, personsOf(ids), collectionDate))),
  settings: selectSettings(workspace),
})

/** Queries of the fees with these ids: one per megabyte of them. */
export const selectNamed = (ids: string[]): Sql[] =>
  jsonArrays(ids).map((array) => sql`SELECT value AS id FROM json_each(${array})`)

type ProposalRows = { fees: Packed[]; debtors: Packed[]; settings: Settings[] }

type Proposed<C extends Credential> = {
  rows: ProposalRows
  credential: C
  /** The fees that were asked for; absent, all that were read. */
  feeIds?: string[]
  /** Absent, the earliest one. */
  collectionDate?: string | undefined
}

/** Checks fees that were read with {@link selectProposal}. */
export function proposalOf<C extends Credential>(
  principal: Pick<Principal, 'now'>,
  { rows, credential, ...asked }: Proposed<C>,
): Proposal<C> {
  const [settings] = rows.settings
  if (!settings) throw new Error('A workspace that was looked up has no row.')
  const found = [...takeUnpacked<CollectableFee>(FEE_COLUMNS, rows.fees)]
  const debtors = new Map<string, Debtor>()
  for (const row of takeUnpacked<DebtorRow>(DEBTOR_ROW, rows.debtors))
    debtors.set(row.personId, debtorOf(row))
  const facts = new Map(found.map((fee) => [fee.id, fee]))
  const today = todayIn(settings.timezone, principal.now)
  const earliestDate = earliestCollectionDate(today, settings.noticeDays)
  const { feeIds = [...facts.keys()], collectionDate = earliestDate } = asked
  const creditor = creditorOf(settings)
  const circumstances = { collectionDate, today, creditorId: creditor?.creditor_id, now: principal.now }
  const problems = [...workspaceProblems(settings, creditor, circumstances)]
  const checked = checkFees(feeIds, facts, debtors, circumstances)
  problems.push(...checked.problems)
  const isTest = settings.isSandbox === 1
  const groups = groupsOf(checked.ready, settings.locale).map((group) => ({
    ...group,
    text: debitText(group.text, isTest),
  }))
  problems.push(...groupProblems(groups))
  const barred = new Set(problems.flatMap(({ feeId }) => feeId ?? []))
  const sound = groups.filter(({ fees }) => !fees.some(({ fee }) => barred.has(fee.id)))
  return {
    collectionDate,
    earliestDate,
    today,
    creditor,
    locale: settings.locale,
    found,
    fees: sound.flatMap(({ fees }) => fees.map(({ fee }) => fee)),
    groups: sound,
    isTest,
    debtors,
    problems,
    warnings: [
      ...[...creditorWarnings(creditor?.creditor_id)].map((finding) => foundOf(['creditor'], null, finding)),
      ...[...dateWarnings(circumstances)].map((finding) => foundOf(['collection_date'], null, finding)),
      ...checked.warnings,
    ],
    unchecked: uncheckedRestore(settings),
    credential,
  }
}

type Settings = Pick<
  WorkspaceRow,
  | 'locale'
  | 'timezone'
  | 'currency'
  | 'noticeDays'
  | 'creditorName'
  | 'creditorIban'
  | 'creditorId'
  | 'restores'
  | 'debitsCheckedFor'
> & { isSandbox: 0 | 1 }

const selectSettings = (workspace: Sql): Sql<Settings> => sql<Settings>`
  SELECT locale, timezone, currency, notice_days AS noticeDays, creditor_name AS creditorName,
    creditor_iban AS creditorIban, creditor_id AS creditorId, restores, debits_checked_for AS debitsCheckedFor,
    is_sandbox AS isSandbox
  FROM workspaces WHERE id = ${workspace}`

const personsOf = (ids: Sql): Sql => sql`
  SELECT person_id FROM (${ids}) AS wanted CROSS JOIN fees
  WHERE fees.workspace_id = ${TENANT} AND fees.id = wanted.id`

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
