import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { ofPayer } from '../../fees/payer'
import { leftOutReason } from '../audience'
import type { MailRow } from '../mail'
import { countTowardsQuota } from '../quota'
import { countWaiting, selectRanges } from '../recipients'
import { aboutOf } from './occasions'

/** A mail to persons of a list that a rule sends. */
export type AutomaticMail = Pick<MailRow, 'id' | 'kind' | 'subject' | 'body'> & {
  list: ListId
  occasion: string
  /** The epoch of the restore since which it is held, if it is not sent at once. */
  heldFor: number | null
}

/**
 * Inserts what a mail is about, of a query of `(person_id, subject)`: for persons of the list who can be reached, and
 * each occasion once, whatever other mails were about it. The key of the row makes that sure. What is about money is for
 * who pays it.
 */
export const insertOccasions = (workspace: Sql, mail: AutomaticMail, due: Sql): Sql => sql`
  WITH ${workspaceCte(workspace)}, due AS MATERIALIZED (${aboutOf(mail.occasion) === 'member' ? due : paidBy(due)})
  INSERT INTO mail_occasions (workspace_id, person_id, occasion, subject, mail_id)
  SELECT ${TENANT}, due.person_id, ${mail.occasion}, due.subject, ${mail.id}
  FROM due CROSS JOIN persons
  WHERE ${inList(TENANT, mail.list)} AND area = 'regular' AND persons.id = due.person_id
    AND ${leftOutReason(mail)} IS NULL
  ON CONFLICT DO NOTHING`

/** The same, each for the payer of its person if there is one. */
const paidBy = (due: Sql): Sql => sql`
  SELECT coalesce((
    SELECT ${ofPayer(sql`persons.id`)} FROM persons
    WHERE persons.workspace_id = ${TENANT} AND list_id IN ('members', 'contacts') AND area = 'regular'
      AND persons.id = owing.person_id), owing.person_id) AS person_id, subject FROM (${due}) AS owing`

/**
 * The statements that send a mail to the persons of its occasions, or hold it, a mail for each person. Without occasions they write
 * nothing. `ranges {id}` gives what the queue is to be told.
 */
export const sendAutomatically = (
  workspace: Sql,
  { actor, now }: { actor: Actor; now: Date },
  { id, list, kind, occasion, subject, body, heldFor }: AutomaticMail,
) => {
  const state = heldFor === null ? 'sending' : 'stopped'
  const workspaceOfMail = sql`(SELECT workspace_id FROM mails WHERE workspace_id = ${workspace} AND id = ${id})`
  return {
    [`recipients ${id}`]: sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO mail_recipients (workspace_id, mail_id, person_id, address, state, at)
      SELECT ${TENANT}, ${id}, persons.id, persons.email, 'waiting', ${NOW}
      FROM (
        SELECT DISTINCT person_id FROM mail_occasions INDEXED BY mail_occasions_of_mail
        WHERE workspace_id = ${TENANT} AND mail_id = ${id}) AS reached CROSS JOIN persons
      WHERE ${inList(TENANT, list)} AND area = 'regular' AND persons.id = reached.person_id`,
    [`mail ${id}`]: sql`
      INSERT INTO mails (workspace_id, id, state, kind, occasion, list_id, subject, body, total, waiting, created_at,
        updated_at, sent_at, held_for)
      SELECT ${workspace}, ${id}, ${state}, ${kind}, ${occasion}, ${list}, ${subject}, ${body}, count, count, ${NOW},
        ${NOW}, ${NOW}, ${heldFor}
      FROM (SELECT ${countWaiting(workspace, id)} AS count) WHERE count > 0`,
    [`quota ${id}`]: countTowardsQuota(workspaceOfMail, now, countWaiting(workspace, id)),
    [`event ${id}`]: insertEvents(
      actor,
      workspace,
      { action: heldFor === null ? 'mail.sent' : 'mail.held', subject: 'mail' },
      sql`
        SELECT id, subject, json_object('state', json_array(NULL, state)) FROM mails
        WHERE workspace_id = ${TENANT} AND id = ${id}`,
    ),
    [`ranges ${id}`]: selectRanges(workspace, id),
  }
}
