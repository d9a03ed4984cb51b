import { type Db, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { inList } from '../access/principal'
import { ofPayer } from '../fees/payer'
import { PERSON_ROW, type PersonRow } from '../persons/person'
import { portalOpenTo } from '../portal/coverage'
import { type Member, membersFrom, openedBy, selectMembers } from '../portal/members'
import { todayIn } from '../shared/dates'
import { randomBase62 } from '../shared/ids'
import { audienceOf } from './audience'
import { type DebitFacts, type FeeFacts, greetedIn, type Name, selectDebits, selectFees } from './facts'
import { type FeeNoteFacts, feeNoteFrom, selectFeeNote } from './fee-note'
import type { Mailing } from './mailing'
import { insertMessage } from './messages'
import { isName } from './placeholders'
import { aboutOf } from './rules/occasions'

/** Why a mail failed or was skipped; `complained` of one that was delivered, and called spam by its reader. */
export const NOT_SENT_REASONS = [
  'undeliverable',
  'not_allowed',
  'not_delivered',
  'invalid_address',
  'too_large',
  'deleted',
  'deceased',
  'unsubscribed',
  'no_portal',
  'nothing_open',
  'not_paid',
  'no_debit',
  'complained',
] as const
export type NotSentReason = (typeof NOT_SENT_REASONS)[number]

/**
 * What became of a mail that was claimed. One that is `waiting` again was certainly not sent; it waits for the next day where
 * `isHeld`. `messageId` is what the mail service calls it.
 */
export type Delivery = {
  state: 'sent' | 'failed' | 'skipped' | 'waiting'
  reason?: NotSentReason
  messageId?: string | undefined
  isHeld?: boolean
}

/** A mail that an attempt has taken to send it, and what became of the one before. */
export type Handed = { personId: string; address: string; claim: string; delivery: Delivery }

/** A mail that this attempt alone may send, with what its placeholders stand for. */
export type ClaimedMail = {
  personId: string
  address: string
  claim: string
  /** The person, undefined if it has been deleted. */
  person: PersonRow | undefined
  hasRefused: boolean
  /** Whether nobody who is to read the mail lives. */
  isDeceased: boolean
  /** The names of all who share the mail; none if it is for the person alone or names no one. */
  names: Name[]
  fees: FeeFacts[]
  debits: DebitFacts[]
  feeNote: FeeNoteFacts
  /** The members that its portal link opens, and the workspace of their portal; none if it has no link. */
  members: Member[]
  portalWorkspaceId: string | null
}

type Claiming = {
  mailing: Mailing
  lead: Mailing['leads'][number]
  handed: Handed | undefined
  unsubscribeHash: string | undefined
  now: Date
}

/**
 * Takes a mail that waits, so that no other attempt sends it, and records what became of the one before. Returns what
 * the mail says, `taken` if another attempt has it, and `stopped` if the mail is not being sent any more. One trip. A
 * trip of its own for each mail, so that a crash leaves one of them unknown and not fifty, and a mail names what
 * is open when it is sent.
 */
export async function claimMail(
  db: Db,
  { mailing, lead, handed, unsubscribeHash, now }: Claiming,
): Promise<ClaimedMail | 'taken' | 'stopped'> {
  const { mail, workspace, used } = mailing
  const id = sql`${workspace.id}`
  const claim = randomBase62(16)
  const needsLink = used.includes('portal_link')
  const today = todayIn(workspace.timezone, now)
  const rows = await trip(db, {
    claimed: sql<{ address: string }>`
      UPDATE mail_recipients SET state = 'claimed', claim = ${claim}, at = ${NOW},
        unsubscribe_hash = ${unsubscribeHash ?? null}
      WHERE ${recipientSql(mailing, lead.personId)} AND state = 'waiting' AND EXISTS (
        SELECT 1 FROM mails WHERE workspace_id = ${workspace.id} AND id = ${mail.id} AND state = 'sending')
      RETURNING address`,
    counted: count(mailing, [
      { personId: lead.personId, claim, state: 'waiting', by: -1 },
      ...changesOf(handed),
    ]),
    handed: handed ? finish(mailing, handed) : [],
    states: sql<{
      state: string
    }>`SELECT state FROM mails WHERE workspace_id = ${workspace.id} AND id = ${mail.id}`,
    persons: sql<PersonRow & { hasRefused: number; isDeceased: number }>`
      SELECT ${PERSON_ROW}, EXISTS (
        SELECT 1 FROM news_refusals WHERE news_refusals.workspace_id = persons.workspace_id AND person_id = persons.id
      ) AS hasRefused, ${noReaderLives(mailing)} AS isDeceased
      FROM persons WHERE ${inList(id, mail.listId)} AND area = 'regular' AND persons.id = ${lead.personId}`,
    names: !mailing.isPersonal && used.some(isName) ? [selectNames(mailing, lead)] : [],
    fees: selectFees(mail, workspace.id, {
      personId: lead.personId,
      today,
      withParts: used.includes('fee_parts'),
    }),
    debits: selectDebits(mail, workspace.id, lead.personId),
    ...selectFeeNote(id, lead.personId, used.includes('fee_note') && aboutOf(mail.occasion) === 'member'),
    portal: needsLink ? [sql<{ id: string | null }>`SELECT ${portalOpenTo(id)} AS id`] : [],
    members: needsLink ? membersOf(mailing, lead, now) : [],
  })
  if (rows.claimed.length === 0) return rows.states[0]?.state === 'sending' ? 'taken' : 'stopped'
  const [person] = rows.persons
  return {
    ...lead,
    claim,
    person,
    hasRefused: mail.kind === 'news' && person?.hasRefused === 1,
    isDeceased: person?.isDeceased === 1,
    names: aboutOf(mail.occasion) === 'reminded_fees' ? greetedIn(rows.fees) : rows.names,
    fees: rows.fees,
    debits: rows.debits,
    feeNote: feeNoteFrom(rows, today),
    members: openedTo(mailing, lead, membersFrom(eachOnce(rows.members), workspace, now)),
    portalWorkspaceId: rows.portal[0]?.id ?? null,
  }
}

/** Whether the reader of a mail has died, a row of `persons`, and no other one of the address whom it covers lives. */
const noReaderLives = ({ mail, workspace, isPersonal }: Mailing): Sql => {
  const sharesMail = !isPersonal && !audienceOf(mail).toPayers
  return sql`persons.leave_reason IS 'deceased' AND NOT (${sharesMail ? sql`TRUE` : sql`FALSE`} AND EXISTS (
    SELECT 1 FROM mail_recipients AS other INDEXED BY mail_recipients_covered CROSS JOIN persons AS living
    WHERE other.workspace_id = ${workspace.id} AND other.sent_with = persons.id AND other.mail_id = ${mail.id}
      AND living.workspace_id = ${workspace.id} AND living.list_id = ${mail.listId} AND living.area = 'regular'
      AND living.id = other.person_id AND living.leave_reason IS NOT 'deceased'))`
}

/** The names of those who share a mail, by the index of addresses: `sent_with` has none. A mail to payers names no others. */
const selectNames = (
  { mail, workspace }: Mailing,
  { personId, address }: Mailing['leads'][number],
): Sql<Name> => sql<Name>`
  SELECT first_name, last_name FROM persons
  WHERE ${inList(sql`${workspace.id}`, mail.listId)} AND area = 'regular'
    AND email IS NOT NULL AND lower(email) = lower(${address}) AND leave_reason IS NOT 'deceased' AND EXISTS (
      SELECT 1 FROM mail_recipients
      WHERE mail_recipients.workspace_id = ${workspace.id} AND mail_id = ${mail.id}
        AND mail_recipients.person_id = persons.id AND (person_id = ${personId} OR sent_with = ${personId}))
    AND ${audienceOf(mail).toPayers ? sql`${ofPayer(sql`persons.id`)} IS NULL` : sql`TRUE`}
  ORDER BY persons.id`

/** Selects the members whom the portal link of a mail opens: its reader, and all of the address if it is not to one alone. */
function membersOf({ mail, workspace, isPersonal }: Mailing, lead: Mailing['leads'][number], now: Date) {
  const of = (key: 'person_id' | 'email', value: string) =>
    selectMembers(portalOpenTo(sql`${workspace.id}`), { key, value, now, withPayers: true })
  const reader = of('person_id', lead.personId)
  if (!isPersonal) return [of('email', lead.address)]
  return aboutOf(mail.occasion) === 'reminded_fees' ? [reader, of('email', lead.address)] : [reader]
}

/** Whom a link opens: for its reader alone a former membership, if the mail is to that person alone. */
const openedTo = ({ isPersonal }: Mailing, { personId }: { personId: string }, members: Member[]): Member[] =>
  members.flatMap((member) => (isPersonal && member.id === personId ? member : openedBy([member])))

const eachOnce = <Row extends { id: string }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

/**
 * Records what became of the last mail of a range, and that all mails are done where none waits any more; from `heldOn` (YYYY-MM-DD,
 * UTC) that the others wait for the next day. One trip.
 */
export async function finishMailing(
  db: Db,
  mailing: Mailing,
  handed: Handed | undefined,
  heldOn?: string,
): Promise<void> {
  const { mail, workspace } = mailing
  await trip(db, {
    counted: count(mailing, changesOf(handed)),
    handed: handed ? finish(mailing, handed) : [],
    held: heldOn
      ? [
          sql`
            UPDATE mails SET held_on = ${heldOn}
            WHERE workspace_id = ${workspace.id} AND id = ${mail.id} AND state = 'sending' AND waiting > 0`,
        ]
      : [],
    done: sql`
      UPDATE mails SET state = 'sent', updated_at = ${NOW}
      WHERE workspace_id = ${workspace.id} AND id = ${mail.id} AND state = 'sending' AND waiting = 0`,
  })
}

const recipientSql = ({ mail, workspace }: Mailing, personId: string): Sql =>
  sql`workspace_id = ${workspace.id} AND mail_id = ${mail.id} AND person_id = ${personId}`

/** Records what became of a mail that an attempt had claimed, and that its address takes no more mail, where that is so. */
const finish = (mailing: Mailing, { personId, address, claim, delivery }: Handed): Sql[] => [
  sql`
    UPDATE mail_recipients SET state = ${delivery.state}, reason = ${delivery.reason ?? null}, at = ${NOW}
    WHERE ${recipientSql(mailing, personId)} AND state = 'claimed' AND claim = ${claim}`,
  ...(delivery.messageId
    ? [insertMessage({ ...mailing.mail, personId, messageId: delivery.messageId })]
    : []),
  ...(delivery.reason === 'undeliverable'
    ? [
        sql`
          INSERT INTO blocked_addresses (workspace_id, address, reason, blocked_at)
          VALUES (${mailing.workspace.id}, lower(${address}), 'undeliverable', ${NOW}) ON CONFLICT DO NOTHING`,
      ]
    : []),
]

type CountedState = 'waiting' | 'sent' | 'failed' | 'skipped'
type Change = { personId: string; claim: string; state: CountedState; by: number }

const changesOf = (handed: Handed | undefined): Change[] =>
  handed ? [{ ...handed, state: handed.delivery.state, by: 1 }] : []

/** Counts mails that are claimed by these attempts, before they are finished: all of them in one write. */
function count(mailing: Mailing, changes: Change[]): Sql[] {
  if (changes.length === 0) return []
  const { mail, workspace } = mailing
  const counts = [...Map.groupBy(changes, ({ state }) => state)].map(([state, group]) => {
    const column = sql.raw(state)
    return sql`${column} = ${sql.join([column, ...group.map((change) => counted(mailing, change))], ' + ')}`
  })
  return [
    sql`
      UPDATE mails SET ${sql.join(counts)}, updated_at = ${NOW}
      WHERE workspace_id = ${workspace.id} AND id = ${mail.id}`,
  ]
}

/** What a change counts: nothing if the mail is not claimed by its attempt. */
const counted = (mailing: Mailing, { personId, claim, by }: Change): Sql => sql`
  ${by} * EXISTS (
    SELECT 1 FROM mail_recipients WHERE ${recipientSql(mailing, personId)} AND state = 'claimed' AND claim = ${claim})`
