import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { act, only, type Tx } from '../access/act'
import type { Actor } from '../access/actor'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { hasRightTo, requireRightTo } from '../access/session-rights'
import { type Debtor, type DebtorRow, debtorOf, selectOwnDebtors } from '../collections/debtors'
import { isEeaIban } from '../collections/eea'
import { mandateStateOn } from '../collections/mandate'
import { insertEvents } from '../events/record'
import { proposeReference, REFERENCE_STEM, TAKEN_REFERENCES } from '../mandates/propose-reference'
import { MANDATE, PAYER, PAYMENT_METHOD } from '../person-fields/fields'
import { isAdult } from '../persons/adult'
import { keepGiven } from '../persons/guards'
import { nameKey } from '../persons/name-key'
import { keepAccountBefore, keepOldAccount } from '../persons/old-addresses'
import { DISPLAY_NAME, parseFixedFields } from '../persons/person'
import { planUpdate, updateStatements } from '../persons/plan-update'
import { writePatch } from '../persons/store/write'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { code, singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { type AccountNotice, accountNotices } from './account-notices'
import type { PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { functionsOf } from './settings'

/** Why a member can give no mandate in the portal. */
export type MandateObstacle = 'not_offered' | 'no_creditor' | 'of_payer' | 'minor' | 'no_email'

/** A debit under a mandate that is still under way. Amounts in cents. */
export type RunningDebit = { collectionDate: string; amount: number; state: 'released' | 'submitted' }

/** What the pages of a person's mandate show. */
export type MyMandate = {
  session: PortalSession
  creditor: { name: string; creditor_id: string } | null
  /** The mandate that the person has, if it can still be collected under it. */
  living: { reference: string; holder: string; iban: string | null } | null
  /** The reference of a new mandate. */
  newReference: string
  /** The name of the person, who is the holder unless another one is named. */
  name: string
  obstacle: MandateObstacle | null
  running: RunningDebit[]
  debtor: Debtor | undefined
}

type Row = {
  creditorName: string | null
  creditorId: string | null
  creditorIban: string | null
  name: string
  /** What the references of the person begin with, and those that were given, a JSON array. */
  stem: string
  taken: string
}

/**
 * Reads the mandate of the principal's person, and what a new one would be. One trip. Throws `permission_missing` for a session
 * that may not change the account.
 */
export async function viewMyMandate(principal: PortalPrincipal): Promise<MyMandate> {
  const { rows, ...session } = await loadPortalSession(principal, (named) => {
    const id = named.personId ?? ''
    return {
      facts: selectFacts(named.workspace(), id),
      debtors: selectOwnDebtors(named.workspace(), sql`SELECT ${id} AS person_id`),
      running: selectRunning(named.workspace(), id),
    }
  })
  requireRightTo(session.person, session.kind, 'change_account')
  const [facts] = rows.facts as Row[]
  const [row] = rows.debtors as DebtorRow[]
  if (!facts) throw new DomainError('not_found', 'The session has no such person.')
  const debtor = row && debtorOf(row)
  const creditor =
    facts.creditorName && facts.creditorId && facts.creditorIban
      ? { name: facts.creditorName, creditor_id: facts.creditorId }
      : null
  return {
    session,
    creditor,
    living: livingOf(debtor, session.context.today, creditor?.creditor_id),
    newReference: proposeReference(facts.stem, JSON.parse(facts.taken)),
    name: facts.name,
    obstacle: obstacleOf(session, creditor !== null),
    running: rows.running as RunningDebit[],
    debtor,
  }
}

const selectFacts = (workspace: Sql, id: string): Sql<Row> => sql<Row>`
  WITH ${workspaceCte(workspace)}
  SELECT creditor_name AS creditorName, creditor_id AS creditorId, creditor_iban AS creditorIban, ${DISPLAY_NAME} AS name,
    ${REFERENCE_STEM} AS stem, ${TAKEN_REFERENCES} AS taken
  FROM workspaces AS own CROSS JOIN persons
  WHERE own.id = ${TENANT} AND persons.workspace_id = own.id AND list_id = 'members' AND area = 'regular'
    AND persons.id = ${id}`

/** The debits of the person's mandate that are not credited yet. */
const selectRunning = (workspace: Sql, id: string): Sql<RunningDebit> => sql<RunningDebit>`
  SELECT collections.collection_date AS collectionDate, item.amount, collections.state
  FROM persons CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections
  WHERE persons.workspace_id = ${workspace} AND list_id = 'members' AND area = 'regular' AND persons.id = ${id}
    AND item.workspace_id = persons.workspace_id AND item.mandate_reference = ${persons.sepaMandate} ->> 'reference'
    AND item.state = 'live' AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
    AND collections.state IN ('released', 'submitted')
  ORDER BY collections.collection_date, item.id`

function livingOf(
  debtor: Debtor | undefined,
  today: string,
  creditorId: string | undefined,
): MyMandate['living'] {
  if (!debtor?.mandateReference || !debtor.signedOn) return null
  const { mandateReference: reference, holder, iban, signedOn, lastUsedOn, lastDueOn, lastDebit } = debtor
  if (mandateStateOn(today, { signedOn, lastUsedOn, lastDueOn }) === 'expired') return null
  if (lastDebit && lastDebit.creditor_id !== creditorId) return null
  return { reference, holder, iban }
}

function obstacleOf(session: PortalSession, hasCreditor: boolean): MandateObstacle | null {
  const { workspace, person, context, isPayer } = session
  const stored = parseFixedFields(person)
  if (!functionsOf(workspace).includes('grant_mandate') || isPayer) return 'not_offered'
  if (!hasCreditor || person.currency !== 'EUR') return 'no_creditor'
  if (stored[PAYER]) return 'of_payer'
  if (!isAdult(stored.birthdate as string | null, context.today)) return 'minor'
  if (!person.email) return 'no_email'
  return null
}

/** Whether the portal offers to give a mandate for a person who has none, as far as its session tells. */
export const mayGrantMandate = (session: PortalSession): boolean =>
  hasRightTo(session.person, session.kind, 'change_account') && obstacleOf(session, true) === null

const grant = z.strictObject({
  holder: singleLine(70),
  iban: code(34).refine(isEeaIban, { error: 'must be a valid IBAN of the European Economic Area' }),
  agreed: z.literal('1', { error: 'is not confirmed' }),
})

/** What a member gives, and the text that it agreed to. */
type Grant = {
  body: Record<string, unknown>
  text: { version: string; paragraphs: (creditor: string) => string[] }
  tell: (notices: MandateNotice[]) => Promise<void>
}

/** A mail about a mandate that was given in the portal, with a link that takes it back. */
export type MandateNotice = Omit<AccountNotice, 'iban_end'> & {
  iban_end: string
  person_id: string
  /** The workspace of the person, which may be below that of the portal. */
  person_workspace_id: string
  reference: string
  holder: string
}

/**
 * Gives a mandate for the principal's person: the one that there is for another account of the same holder, else a new one.
 * A mail about it goes first, so that nothing is written without it. Three trips, one if nothing changes. Throws `not_found`
 * if the portal does not offer it to the person, and `invalid`.
 */
export async function grantMandate(
  principal: PortalPrincipal,
  { body, text, tell }: Grant,
): Promise<'granted' | 'amended' | 'unchanged'> {
  let isTold = false
  return act(principal, { portalRights: ['change_account'] }, async (tx) => {
    const mine = await viewMyMandate(tx)
    const { session, creditor, living } = mine
    if (mine.obstacle !== null || !creditor) throw new DomainError('not_found', 'No mandate is given here.')
    const { holder, iban } = validate(grant, body)
    const isSameHolder = living !== null && nameKey(living.holder) === nameKey(holder)
    if (isSameHolder && living.iban === iban) return 'unchanged'
    const reference = isSameHolder ? living.reference : mine.newReference
    const update = planUpdate(session.context, session.person, {
      bank_account: { iban, signatory: nameKey(holder) === nameKey(mine.name) ? null : holder },
      [PAYMENT_METHOD]: 'direct_debit',
      ...(!isSameHolder && {
        [MANDATE]: { reference, signature_date: session.context.today, last_used_on: null },
      }),
    })
    const notices = isTold ? [] : await accountNotices(tx, session, [update])
    if (notices.length > 0)
      await tell(
        notices.map((notice) => ({
          ...notice,
          iban_end: iban.slice(-4),
          person_id: session.person.id,
          person_workspace_id: session.person.workspaceId,
          reference,
          holder,
        })),
      )
    isTold ||= notices.length > 0
    await writeGrant(tx, mine, { update, reference, holder, iban, text })
    return isSameHolder ? 'amended' : 'granted'
  })
}

type Granted = Pick<Grant, 'text'> & {
  update: ReturnType<typeof planUpdate>
  reference: string
  holder: string
  iban: string
}

async function writeGrant(
  tx: Tx<PortalPrincipal>,
  { session, creditor, debtor }: MyMandate,
  { update, reference, holder, iban, text }: Granted,
): Promise<void> {
  const { person, context } = session
  const workspace = tx.writableWorkspace({
    columns: context.columnsVersion,
    portalRights: ['change_account'],
  })
  const { recorded, changed } = updateStatements(tx.actor, workspace, context, update)
  const account = JSON.stringify(update.patch.bank_account ?? null)
  const shown = text.paragraphs(creditor?.name ?? '').join('\n')
  const before = debtor?.iban ? { iban: debtor.iban.slice(-4) } : null
  const { written } = await tx.write({
    before: [
      recordOfMandate(tx.actor, workspace, person, 'person.mandate_granted', {
        [MANDATE]: [null, { reference }],
        bank_account: [before, { iban: iban.slice(-4) }],
        mandate_text: [null, `${text.version} (SHA-256 ${sha256(shown)})`],
      }),
      ...recorded,
      ...(update.patch.bank_account === undefined
        ? []
        : [
            keepOldAccount(workspace, person, JSON.parse(account)),
            keepAccountBefore(workspace, person, { account: JSON.parse(account), now: tx.now }),
          ]),
    ],
    written: changed,
    evidence: sql`
      UPDATE mandates SET granted = 'online', text_version = ${text.version}, granted_at = ${tx.now.toISOString()},
        confirmed_by = ${person.email}, holder = ${holder}, iban = ${iban}
      WHERE workspace_id = ${workspace} AND reference_key = lower(${reference}) AND person_id = ${person.id} AND NOT EXISTS (
        SELECT 1 FROM collection_items AS item INDEXED BY collection_items_by_mandate
        WHERE item.workspace_id = mandates.workspace_id AND item.mandate_reference = mandates.reference
          AND item.state <> 'discarded')`,
    given: keepGiven(workspace, 'account_given_at', sql`persons.id = ${person.id}`, tx.now),
  })
  only(written)
}

/** Records something about the mandate of a member who has not changed since it was read; before it is changed. */
export const recordOfMandate = (
  actor: Actor,
  workspace: Sql,
  { id, revision }: { id: string; revision: number },
  action: 'person.mandate_granted' | 'person.mandate_withdrawn',
  changes: Record<string, unknown>,
): Sql =>
  insertEvents(
    actor,
    workspace,
    { action, subject: 'member' },
    sql`
      SELECT id, ${DISPLAY_NAME}, ${JSON.stringify(changes)} FROM persons
      WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND id = ${id} AND revision = ${revision}`,
  )

/**
 * The statements that withdraw the mandate of a member as it was read: the person pays by bank transfer, and nothing more is
 * collected under its reference, which nobody gets again.
 */
export function withdrawalStatements(
  actor: Actor,
  workspace: Sql,
  person: { id: string; revision: number },
  reference: string,
) {
  const patch = { [MANDATE]: null, [PAYMENT_METHOD]: 'bank_transfer' }
  const { recorded, changed } = writePatch(actor, workspace, 'members', person.id, patch, person.revision)
  return {
    withdrawn: recordOfMandate(actor, workspace, person, 'person.mandate_withdrawn', {
      [MANDATE]: [{ reference }, null],
    }),
    recorded,
    changed,
    ended: sql`
      UPDATE mandates SET ended_at = ${NOW}, end_reason = 'withdrawn'
      WHERE workspace_id = ${workspace} AND reference_key = lower(${reference}) AND person_id = ${person.id}
        AND ended_at IS NOT NULL`,
  }
}

/**
 * Withdraws the mandate of the principal's person. Returns the debits under it that are still under way. Two trips. Throws
 * `not_found` for a person without one, and `permission_missing`.
 */
export async function withdrawMandate(principal: PortalPrincipal): Promise<RunningDebit[]> {
  return act(principal, { portalRights: ['change_account'] }, async (tx) => {
    const mine = await viewMyMandate(tx)
    const { session, debtor, running } = mine
    if (!debtor?.mandateReference || !mayWithdrawMandate(session))
      throw new DomainError('not_found', 'There is no mandate to withdraw.')
    const workspace = tx.writableWorkspace({ portalRights: ['change_account'] })
    const { changed } = await tx.write({
      unchanged: failUnless(sql`${workspace} IS NOT NULL`),
      ...withdrawalStatements(tx.actor, workspace, session.person, debtor.mandateReference),
    })
    only(changed)
    return running
  })
}

/** Whether a person may withdraw its mandate in the portal. */
export function mayWithdrawMandate(session: PortalSession): boolean {
  if (!hasRightTo(session.person, session.kind, 'change_account')) return false
  const obstacle = obstacleOf(session, true)
  return obstacle === null || obstacle === 'no_email' || obstacle === 'no_creditor'
}
