import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import { requireRightTo } from '../../access/session-rights'
import { openAmountOf } from '../../fees/open-amount'
import { isAdult } from '../../persons/adult'
import { fullName } from '../../persons/full-name'
import {
  DISPLAY_NAME,
  membershipStatus,
  PERSON_ROW,
  type PersonRow,
  parseFixedFields,
} from '../../persons/person'
import { DomainError } from '../../shared/errors'
import { lastDayAfter, type Notice, noticeOf } from '../../shared/last-day'
import { confirmingEmail, type PortalPerson, type PortalPrincipal } from '../principal'
import { loadPortalSession, type PortalSession } from '../sessions'
import { functionsOf } from '../settings'
import { isLiving, isTakenBackAlone, type ResignationRow, selectResignation } from './resignation'

/** The member whose membership it is about. */
export type Resigning = PersonRow & { name: string; openAmount: number }

/** What a member sees before and after resigning. */
export type MyResignation = {
  session: PortalSession
  /** Who resigns: the person of the session, or a minor for whom it or its guardian acts. */
  member: Resigning
  isForMinor: boolean
  /** The minors for whom the person of the session may resign. */
  minors: { id: string; name: string }[]
  /** Whether the person is a minor itself, who does not resign alone. */
  isMinor: boolean
  /** Where the mail goes that confirms it; null without an address. */
  email: string | null
  notice: Notice
  /** The next possible last day by the notice, and the last one that is stored (YYYY-MM-DD). */
  proposed: string
  leaveDate: string | null
  resignation: ResignationRow | undefined
  /** Whether the member takes it back without the association. */
  isTakenBackAlone: boolean
  /** The mandate, the names of those for whom the member pays, and whether staff confirm a resignation. */
  mandate: string | null
  dependants: string[]
  takesEffect: 'by_staff' | 'at_once'
}

type Asked = { forId?: string | undefined }

/**
 * Gets the resignation of the principal's person, or of a minor for whom it pays or acts. One trip. Throws `not_found` if the
 * portal has no such page or the person may not act for the one who is named, and `permission_missing` if the session may not.
 */
export async function viewMyResignation(
  principal: PortalPrincipal,
  { forId }: Asked = {},
): Promise<MyResignation> {
  const workspace = principal.workspace()
  const ownId = sql`${principal.personId ?? null}`
  const memberId = sql`${forId ?? principal.personId ?? null}`
  const { rows, ...session } = await loadPortalSession(principal, () => ({
    members: selectMember(workspace, memberId),
    minors: sql<PersonRow & { name: string }>`
      SELECT ${PERSON_ROW}, ${DISPLAY_NAME} AS name FROM persons INDEXED BY persons_by_payer
      WHERE persons.workspace_id = ${workspace} AND payer_id = ${ownId} AND persons.list_id = 'members' AND area = 'regular'`,
    resignations: selectResignation(workspace, memberId),
    dependants: sql<{ name: string }>`
      SELECT ${DISPLAY_NAME} AS name FROM persons INDEXED BY persons_by_payer
      WHERE persons.workspace_id = ${workspace} AND payer_id = ${memberId} ORDER BY persons.id`,
    own: sql<{ leavingNoticeWeeks: number; leavingEnd: Notice['end']; takesEffect: 'by_staff' | 'at_once' }>`
      SELECT leaving_notice_weeks AS leavingNoticeWeeks, leaving_end AS leavingEnd, resignations_take_effect AS takesEffect
      FROM workspaces WHERE id = ${workspace}`,
  }))
  const { person, context } = session
  const { today } = context
  if (!functionsOf(session.workspace).includes('resign')) throw notOffered()
  requireRightTo(person, session.kind, 'resign')
  const { isWard } = person
  const isMinor = !session.isPayer && !isWard && !isAdultOn(person, today)
  const minors =
    isMinor || isWard
      ? []
      : [...rows.minors, ...session.persons.filter((other) => isOfFamily(other, session))]
          .filter((other) => !isAdultOn(other, today) && membershipStatus(other, today) === 'active')
          .map((other) => ({ id: other.id, name: nameOf(other) }))
  const [member] = rows.members
  const isForOther = forId !== undefined && forId !== person.id
  if (
    !member ||
    (isForOther ? !minors.some(({ id }) => id === forId) : session.isPayer && minors.length === 0)
  )
    throw notOffered()
  const [own] = rows.own
  if (!own) throw notOffered()
  const notice = noticeOf(own)
  const [stored] = rows.resignations
  const resignation = isLiving(stored, member.leaveDate, principal.now) ? stored : undefined
  return {
    session,
    member,
    isForMinor: isForOther || isWard,
    minors: [...new Map(minors.map((minor) => [minor.id, minor])).values()],
    isMinor,
    email: confirmingEmail(person),
    notice,
    proposed: lastDayAfter(today, notice),
    leaveDate: member.leaveDate,
    resignation,
    isTakenBackAlone: resignation !== undefined && isTakenBackAlone(resignation, principal.now),
    mandate: Object(parseFixedFields(member).sepa_mandate).reference ?? null,
    dependants: rows.dependants.map(({ name }) => name),
    takesEffect: own.takesEffect,
  }
}

const selectMember = (workspace: Sql, id: Sql): Sql<Resigning> => sql<Resigning>`
  SELECT ${PERSON_ROW}, ${DISPLAY_NAME} AS name, ${openAmountOf(workspace, sql`persons.id`)} AS openAmount FROM persons
  WHERE persons.workspace_id = ${workspace} AND persons.list_id IN ('members', 'contacts') AND area = 'regular'
    AND persons.id = ${id}`

/** Whether another person of the session is one for whom the person acts: as its guardian, or since nobody else pays for it. */
const isOfFamily = (other: PortalPerson, { person }: PortalSession): boolean =>
  other.id !== person.id &&
  other.workspaceId === person.workspaceId &&
  (other.guardian?.id === person.id || (parseFixedFields(other).payer_id ?? person.id) === person.id)

const isAdultOn = (row: PersonRow, today: string): boolean =>
  isAdult((parseFixedFields(row).birthdate ?? null) as string | null, today)

const nameOf = (row: PersonRow): string => fullName(parseFixedFields(row).name)

const notOffered = (): DomainError =>
  new DomainError('not_found', 'This membership cannot be ended here by this session.')

/** The resignation that a session may change: that of its person, or of a minor for whom it acts. */
export const requireResignation = ({ resignation }: MyResignation): ResignationRow => {
  if (resignation) return resignation
  throw new DomainError('not_found', 'There is no resignation.')
}

/** The tenant filter's condition that a member is as it was read, and has no last day yet. */
export const staysSql = (workspace: Sql, { id, revision }: PersonRow): Sql => sql`EXISTS (
  SELECT 1 FROM persons WHERE ${inList(workspace, 'members')} AND area = 'regular' AND id = ${id} AND revision = ${revision})`
