import { trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { inList, TENANT } from '../access/principal'
import { columnKey } from '../custom-columns/column'
import { toApi as eventToApi } from '../events/event'
import { insertEvents } from '../events/record'
import { BY_PERSON } from '../fees/open-amount'
import { type FeeRow, toApi as feeToApi, type ReadableFee, selectFees } from '../fees/readable-fee'
import { type MailToPerson, selectMailsOf } from '../mails/of-person'
import { type Payment, selectPayments } from '../payments/payment'
import { DISPLAY_NAME, type Person, parsePerson } from '../persons/person'
import { cardsOf } from '../portal/cards'
import {
  type Decision,
  decisionsOn,
  type MyChange,
  selectMyHistory,
  visibleChanges,
} from '../portal/my-changes'
import { type MyPayer, myPayerFrom, selectMyPayer } from '../portal/my-payer'
import type { PortalPrincipal } from '../portal/principal'
import { loadPortalSession, type PortalSession } from '../portal/sessions'
import { functionsOf, type PortalField, portalFields } from '../portal/settings'
import { personFor } from '../portal/shown'
import { DomainError } from '../shared/errors'

/** How many entries a record has of each kind at most: the last ones. */
export const MAX_ENTRIES = 1_000

/** A fee as its debtor sees it: not what it is booked to, nor why the office has cancelled it in its own words. */
export type RecordedFee = Omit<ReadableFee, 'attached_expense' | 'external_id' | 'cancellation'> & {
  cancellation: Omit<NonNullable<ReadableFee['cancellation']>, 'reason'> | null
  payments: Omit<Payment, 'note' | 'external_id' | 'fee_id'>[]
}

/** What an association keeps of a person, as far as its portal shows it. */
export type MyRecord = {
  /** The values of the fields that the portal shows. */
  person: Person
  fields: PortalField[]
  consents: { key: string; name: string; value: unknown; decisions: Decision[] }[]
  /** Undefined where the portal does not show fees. */
  fees: RecordedFee[] | undefined
  /** Who pays, if that is somebody else; undefined where the portal does not show fees. */
  payer?: { name: string | null; agreed_on: string | null; hides_fees_from_payer: boolean } | null | undefined
  /** The name of who acts for a minor; null for nobody. */
  guardian: string | null
  mails: Pick<MailToPerson, 'subject' | 'at'>[]
  changes: MyChange[]
}

/**
 * Reads the record of the principal's person, at most {@link MAX_ENTRIES} of each kind. One trip. Throws `not_found`
 * if the portal shows no data. It has no notes of the office and no names of its staff.
 */
export async function viewMyRecord(
  principal: PortalPrincipal,
): Promise<{ session: PortalSession; record: MyRecord }> {
  const { rows, ...session } = await loadPortalSession(principal, (named) => {
    const workspace = named.workspace()
    const personId = sql`${named.personId ?? null}`
    return {
      history: selectMyHistory(named, MAX_ENTRIES),
      fees: sql<FeeRow>`${selectFees(workspace, sql`fees.person_id = ${personId}`, BY_PERSON)}
        ORDER BY fees.id DESC LIMIT ${MAX_ENTRIES}`,
      payments: sql<Payment>`${selectPayments(workspace, paymentOfSql(workspace, personId))} LIMIT ${MAX_ENTRIES}`,
      payers: selectMyPayer(named),
      mails: selectMailsOf(workspace, named.personId ?? '', MAX_ENTRIES),
    }
  })
  const { workspace, person, context } = session
  const fields = portalFields(workspace, context.columns)
  if (fields.length === 0) throw new DomainError('not_found', 'Members do not see their data here.')
  const stored = personFor(session, parsePerson(person, context))
  const changes = visibleChanges(rows.history.map(eventToApi), fields, session)
  return {
    session,
    record: {
      person: { id: stored.id, external_id: null, ...visibleValues(stored, fields) },
      fields,
      consents: consentsOf(stored, fields, changes),
      fees: functionsOf(workspace).includes('view_fees') ? feesOf(rows.fees, rows.payments) : undefined,
      payer: functionsOf(workspace).includes('view_fees')
        ? payerOf(myPayerFrom(session, rows.payers[0]))
        : undefined,
      guardian: person.guardian?.name ?? null,
      mails: rows.mails.filter(({ state }) => state === 'sent').map(({ subject, at }) => ({ subject, at })),
      changes,
    },
  }
}

/** Records that the principal's person has downloaded the record. One trip. */
export async function recordDownload(principal: PortalPrincipal): Promise<void> {
  await trip(principal.db, {
    recorded: insertEvents(
      principal.actor,
      principal.writableWorkspace({}),
      { action: 'person.exported', subject: 'member' },
      sql`
        SELECT id, ${DISPLAY_NAME}, json_object('format', json_array(NULL, 'json')) FROM persons
        WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND id = ${principal.personId ?? null}`,
    ),
  })
}

const payerOf = (payer: MyPayer | undefined): MyRecord['payer'] =>
  payer ? { name: payer.name, agreed_on: payer.agreedOn, hides_fees_from_payer: payer.hidesFees } : null

const paymentOfSql = (workspace: Sql, personId: Sql): Sql => sql`fee_id IN (
  SELECT id FROM fees ${BY_PERSON} WHERE workspace_id = ${workspace} AND person_id = ${personId}
  ORDER BY id DESC LIMIT ${MAX_ENTRIES})`

const visibleValues = (person: Person, fields: PortalField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ key }) => [key, person[key] ?? null]))

const consentsOf = (person: Person, fields: PortalField[], changes: MyChange[]): MyRecord['consents'] =>
  cardsOf(fields)
    .filter(({ name }) => name === 'consents')
    .flatMap((card) => card.fields)
    .flatMap(({ column }) => (column ? [{ key: columnKey(column), name: column.name }] : []))
    .map(({ key, name }) => ({ key, name, value: person[key] ?? null, decisions: decisionsOn(key, changes) }))

const feesOf = (rows: FeeRow[], payments: Payment[]): RecordedFee[] =>
  rows.map((row) => {
    const { attached_expense, external_id, cancellation, ...fee } = feeToApi(row)
    return {
      ...fee,
      cancellation: cancellation && { kind: cancellation.kind, cancelled_at: cancellation.cancelled_at },
      payments: payments.filter(({ fee_id }) => fee_id === fee.id).map(withoutNotes),
    }
  })

// Notes and keys are those of the office.
const withoutNotes = ({ note, external_id, fee_id, ...payment }: Payment) => payment
