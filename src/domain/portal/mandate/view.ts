import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { hasRightTo, requireRightTo } from '../../access/session-rights'
import { type Debtor, type DebtorRow, debtorOf, selectOwnDebtors } from '../../collections/debtors'
import { mandateStateOn } from '../../collections/mandate'
import { type RunningDebit, selectRunningDebits } from '../../collections/running'
import { type ColumnRow, columnsFromRows } from '../../custom-columns/column'
import { selectColumns } from '../../custom-columns/query-list'
import { proposeReference, REFERENCE_STEM, TAKEN_REFERENCES } from '../../mandates/propose-reference'
import { PAYER } from '../../person-fields/fields'
import { isAdult } from '../../persons/adult'
import { DISPLAY_NAME, parseFixedFields } from '../../persons/person'
import { DomainError } from '../../shared/errors'
import { confirmingEmail, type PortalPrincipal } from '../principal'
import { loadPortalSession, type PortalSession } from '../sessions'
import { functionsOf } from '../settings'

/** Why a person can give no mandate in the portal. */
export type MandateObstacle = 'not_offered' | 'no_creditor' | 'of_payer' | 'minor' | 'no_email'

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
  /** The debits under that mandate which are not credited yet. */
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
  const { rows, ...loaded } = await loadPortalSession(principal, (named) => {
    const id = named.personId ?? ''
    return {
      facts: selectFacts(named.workspace(), id),
      debtors: selectOwnDebtors(named.workspace(), sql`SELECT ${id} AS person_id`),
      running: selectRunningDebits(named.workspace(), id),
      contactColumns: selectColumns(named.workspace(), 'contacts'),
    }
  })
  const session = inOwnList(loaded, rows.contactColumns as ColumnRow[])
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
    running: (rows.running as RunningDebit[]).filter(
      ({ reference }) => reference === debtor?.mandateReference,
    ),
    debtor,
  }
}

/** A session whose context is that of the person's list: a contact who pays gives a mandate as members do. */
const inOwnList = (session: PortalSession, contactColumns: ColumnRow[]): PortalSession =>
  session.person.list === 'members'
    ? session
    : {
        ...session,
        context: {
          ...session.context,
          list: session.person.list,
          columns: columnsFromRows(session.person.list, contactColumns),
        },
      }

const selectFacts = (workspace: Sql, id: string): Sql<Row> => sql<Row>`
  WITH ${workspaceCte(workspace)}
  SELECT creditor_name AS creditorName, creditor_id AS creditorId, creditor_iban AS creditorIban, ${DISPLAY_NAME} AS name,
    ${REFERENCE_STEM} AS stem, ${TAKEN_REFERENCES} AS taken
  FROM workspaces AS own CROSS JOIN persons
  WHERE own.id = ${TENANT} AND persons.workspace_id = own.id AND list_id IN ('members', 'contacts')
    AND area = 'regular' AND persons.id = ${id}`

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
  const { workspace, person, context } = session
  const stored = parseFixedFields(person)
  if (!functionsOf(workspace).includes('grant_mandate')) return 'not_offered'
  if (!hasCreditor || person.currency !== 'EUR') return 'no_creditor'
  if (stored[PAYER]) return 'of_payer'
  if (!person.isWard && !isAdult(stored.birthdate as string | null, context.today)) return 'minor'
  if (!confirmingEmail(person)) return 'no_email'
  return null
}

/** Whether the portal offers to give a mandate for a person who has none, as far as its session tells. */
export const mayGrantMandate = (session: PortalSession): boolean =>
  hasRightTo(session.person, session.kind, 'change_account') && obstacleOf(session, true) === null

/** Whether a person may withdraw its mandate in the portal. */
export function mayWithdrawMandate(session: PortalSession): boolean {
  if (!hasRightTo(session.person, session.kind, 'change_account')) return false
  const obstacle = obstacleOf(session, true)
  return obstacle === null || obstacle === 'no_email' || obstacle === 'no_creditor'
}
