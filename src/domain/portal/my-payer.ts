import { type Sql, sql } from '../../db/sql'
import { act, only } from '../access/act'
import { inList } from '../access/principal'
import { requireRightTo } from '../access/session-rights'
import { ofPayer } from '../fees/payer'
import { isAdult } from '../persons/adult'
import { parseFixedFields } from '../persons/person'
import { writePatch } from '../persons/store/write'
import { todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import type { PortalPerson, PortalPrincipal } from './principal'
import type { PortalSession } from './sessions'

/** Who pays for a person, as the person sees it. */
export type MyPayer = {
  /** The payer's name, null if it has none: nothing else that is stored of the payer is told. */
  name: string | null
  /** The day (YYYY-MM-DD) on which the payer agreed to pay, if that is known. */
  agreedOn: string | null
  /** Whether the person hides its fees and payments from the payer. */
  hidesFees: boolean
  /** Whether the person may decide on that, as an adult. */
  isAdult: boolean
  /** Whether the session is the payer's as well, who then sees the pages of the person. */
  sharesSession: boolean
}

/** What {@link myPayerFrom} reads of a row of `persons`, as SQL: JSON, NULL if the person pays for itself. */
export const PAYER_OF_PERSON: Sql = sql`iif(persons.payer_id IS NULL, NULL, json_object(
  'agreedOn', payer_agreed_on, 'hidesFees', hides_fees_from_payer, 'payer', json(${ofPayer(sql`json_object(
    'id', persons.id, 'name', nullif(concat_ws(' ', persons.first_name, persons.last_name), ''))`)})))`

/** A row with {@link PAYER_OF_PERSON}. */
type Row = { payer: string | null }

/** Who pays for the principal's person. */
export const selectMyPayer = (principal: PortalPrincipal): Sql<Row> => sql<Row>`
  SELECT ${PAYER_OF_PERSON} AS payer FROM persons
  WHERE ${inList(principal.workspace(), 'members')} AND area = 'regular' AND persons.id = ${principal.personId ?? null}`

/** Who pays for the person of a session; undefined if it pays for itself. */
export function myPayerFrom(session: PortalSession, row: Row | undefined): MyPayer | undefined {
  const paid = paidFrom(row)
  if (!paid) return undefined
  const { persons, person, context } = session
  return {
    name: paid.payer.name,
    agreedOn: paid.agreedOn,
    hidesFees: paid.hidesFees === 1,
    isAdult: isAdultOn(person, context.today),
    sharesSession: persons.some(({ id }) => id === paid.payer.id),
  }
}

type Paid = { agreedOn: string | null; hidesFees: 0 | 1; payer: { id: string; name: string | null } }

/** The parsed row of a person for whom somebody pays who still exists. */
function paidFrom(row: Row | undefined): Paid | undefined {
  const paid: (Omit<Paid, 'payer'> & { payer: Paid['payer'] | null }) | null = JSON.parse(
    row?.payer ?? 'null',
  )
  return paid?.payer ? { ...paid, payer: paid.payer } : undefined
}

const isAdultOn = (person: PortalPerson, today: string): boolean =>
  isAdult(parseFixedFields(person).birthdate as string | null, today)

/**
 * Hides the fees and payments of the principal's person from who pays for it, or shows them again, until somebody else pays.
 * Returns whether that changes anything. Two trips. Throws `not_found` for a minor and if nobody pays for the person, and
 * `permission_missing` for a session of staff.
 */
export async function hideMyFees(
  principal: PortalPrincipal,
  { isHidden }: { isHidden: boolean },
): Promise<boolean> {
  return act(principal, { portalRights: ['decide_consents'] }, async (tx) => {
    const { credential, payers } = await tx.read({ payers: selectMyPayer(principal) }, ({ kind, person }) =>
      requireRightTo(person, kind, 'decide_consents'),
    )
    const { person } = credential
    const paid = paidFrom(payers[0])
    if (!paid) throw new DomainError('not_found', 'Nobody else pays for this person.')
    if (!isAdultOn(person, todayIn(person.timezone, tx.now)))
      throw new DomainError('not_found', 'A minor hides nothing from its payer.')
    if (paid.hidesFees === Number(isHidden)) return false
    const patch = { hides_fees_from_payer: Number(isHidden) }
    const written = writePatch(tx.actor, tx.writable(), 'members', person.id, patch, person.revision)
    only((await tx.write(written)).changed)
    return true
  })
}
