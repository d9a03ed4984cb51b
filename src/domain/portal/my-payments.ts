import { type Sql, sql } from '../../db/sql'
import { BY_PERSON } from '../fees/open-amount'
import { DomainError } from '../shared/errors'
import type { Contact } from './dues'
import { requireFees } from './my-fees'
import { owedOrPaidFor } from './paid-for'
import type { PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { staysIn } from './stays-in'

/** Money that moved for a fee; `amount` in cents, negative for money that went back. */
export type MyPayment = {
  paidOn: string
  description: string
  /** The first name of whose fee it was, if the reader pays for someone else. */
  paidFor: string | null
  amount: number
  method: 'cash' | 'bank_transfer' | 'direct_debit' | 'other'
  /** Whether the bank took it back: a direct debit that was returned. */
  isReturn: 0 | 1
}

/** What a person paid in a calendar year, for itself and for those whom it pays for, in the order of the dates; `total` in cents. */
export type YearOfPayments = {
  session: PortalSession
  year: number
  payments: MyPayment[]
  total: number
  contact: Contact
  /** The date in the person's workspace. */
  today: string
}

/**
 * Reads what the principal's person paid in a year, for itself and for those whom it pays for. Payments that were recorded by
 * mistake are left out, and debits that came back in the same year. One trip. Throws `not_found` if nothing was paid, or if
 * the portal does not show fees. The page is no donation receipt, and says so.
 */
export async function viewMyPayments(
  principal: PortalPrincipal,
  { year }: { year: number },
): Promise<YearOfPayments> {
  const { rows, ...session } = await loadPortalSession(principal, (named) => ({
    payments: selectPayments(named, year),
    contacts: sql<Contact>`
      SELECT contact_name AS name, contact_email AS email, contact_phone AS phone FROM workspaces
      WHERE id = ${named.workspace()}`,
  }))
  requireFees(session)
  const [contact] = rows.contacts
  if (rows.payments.length === 0 || !contact)
    throw new DomainError('not_found', 'Nothing was paid in this year.')
  return {
    session,
    year,
    payments: rows.payments,
    total: rows.payments.reduce((sum, { amount }) => sum + amount, 0),
    contact,
    today: session.context.today,
  }
}

const selectPayments = (principal: PortalPrincipal, year: number): Sql<MyPayment> => sql<MyPayment>`
  SELECT journal.paid_on AS paidOn, description, owing.name AS paidFor, journal.amount, method,
    journal.kind = 'return' AS isReturn
  FROM ${owedOrPaidFor(principal)} AS owing CROSS JOIN fees ${BY_PERSON} CROSS JOIN payments AS journal
  WHERE fees.workspace_id = owing.tenant AND person_id = owing.id
    AND journal.workspace_id = fees.workspace_id AND fee_id = fees.id AND ${inYearSql('journal', year)}
    AND ${staysIn('journal', sql`${year}`)}
  ORDER BY journal.paid_on, journal.id`

const inYearSql = (journal: string, year: number): Sql =>
  sql`${sql.raw(journal)}.paid_on BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}`
