import { before, NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { inList, TENANT, workspaceCte } from '../access/principal'
import { rolesWith } from '../staff/roles'
import { ADDRESS_CHANGED_AT, REST_SECONDS, restingSince } from './guards'
import { anywhereIn } from './payers/facts'
import type { PersonRow } from './person'

/** How long the old address can take a change back. */
export const REVERSAL_SECONDS = 14 * 86_400

/**
 * The statement that keeps an old address of a person; `token` is known to nobody until the mail is written. With it goes the
 * account before a change in the portal within the last day, which may be of the same takeover.
 */
export const keepOldAddress = (
  workspace: Sql,
  { condition, requestedAt, tokenHash }: { condition: Sql; requestedAt: Date; tokenHash: string },
): Sql => sql`
  INSERT INTO email_reversals (workspace_id, person_id, requested_at, token_hash, restores, current_email, expires_at,
    account_before, account_given)
  SELECT workspace_id, persons.id, ${requestedAt.toISOString()}, ${tokenHash}, email, email,
    ${new Date(requestedAt.getTime() + REVERSAL_SECONDS * 1000).toISOString()},
    ${ofLateChange('account_before', requestedAt)}, ${ofLateChange('account_given', requestedAt)}
  FROM persons WHERE ${inList(workspace, 'members')} AND area = 'regular' AND email IS NOT NULL AND ${condition}
  ON CONFLICT DO NOTHING`

/** What is kept of a change of the account of `persons` within the last day, which still stands. */
const ofLateChange = (column: 'account_before' | 'account_given', now: Date): Sql => sql`(
  SELECT ${sql.raw(column)} FROM portal_guards AS guard
  WHERE guard.workspace_id = persons.workspace_id AND guard.person_id = persons.id
    AND account_changed_at > ${restingSince(now)} AND account_given = coalesce(persons.bank_account, 'null'))`

/**
 * The statement that keeps the account of a member who changes it in the portal, for a day, as it was before the first such
 * change. Before the update.
 */
const keepAccountBefore = (
  workspace: Sql,
  { id, revision }: Pick<PersonRow, 'id' | 'revision'>,
  { account, now }: { account: string | null; now: Date },
): Sql => sql`
  INSERT INTO portal_guards (workspace_id, person_id, account_before, account_given, account_changed_at, changed_at)
  SELECT workspace_id, persons.id, coalesce(bank_account, 'null'), ${account ?? 'null'}, ${now.toISOString()},
    ${now.toISOString()}
  FROM persons
  WHERE ${inList(workspace, 'members')} AND area = 'regular' AND persons.id = ${id} AND revision = ${revision}
  ON CONFLICT DO UPDATE SET
    account_before = iif(account_given IS excluded.account_before AND account_changed_at > ${restingSince(now)},
      account_before, excluded.account_before),
    account_given = excluded.account_given, account_changed_at = excluded.account_changed_at,
    changed_at = excluded.changed_at`

/** The statement by which links of old addresses follow a person from one address to another, once it is written. */
export const followAddress = (
  workspace: Sql,
  { id, from, to }: { id: string; from: string | null; to: string },
): Sql => sql`
  UPDATE email_reversals SET current_email = ${to}
  WHERE workspace_id = ${workspace} AND person_id = ${id} AND current_email = ${from ?? ''} AND EXISTS (
    SELECT 1 FROM persons WHERE ${inList(sql`email_reversals.workspace_id`, 'members')} AND area = 'regular'
      AND persons.id = email_reversals.person_id AND persons.email = ${to})`

/**
 * The statement by which links of old addresses keep the account of a member who gives another one in the portal, as it was
 * before the first such change, so that taking the address back restores it. Before the update.
 */
const keepOldAccount = (
  workspace: Sql,
  { id, revision }: Pick<PersonRow, 'id' | 'revision'>,
  account: string | null,
): Sql => sql`
  UPDATE email_reversals SET account_given = ${account ?? 'null'},
    account_before = iif(account_given IS person.account, account_before, person.account)
  FROM (
    SELECT workspace_id, persons.id, persons.email, coalesce(bank_account, 'null') AS account FROM persons
    WHERE ${inList(workspace, 'members')} AND area = 'regular' AND persons.id = ${id} AND revision = ${revision}
  ) AS person
  WHERE email_reversals.workspace_id = person.workspace_id AND person_id = person.id
    AND (restores IS NOT person.email OR EXISTS (
      SELECT 1 FROM email_changes AS waiting
      WHERE waiting.workspace_id = person.workspace_id AND waiting.person_id = person.id))`

/** The statement by which links that take a mandate back follow its account to another one that is given in the portal. */
const followAccount = (
  workspace: Sql,
  { id, revision }: Pick<PersonRow, 'id' | 'revision'>,
  account: string | null,
): Sql => sql`
  UPDATE mandate_reversals SET account_given = ${account} FROM persons
  WHERE ${anywhereIn(workspace)} AND persons.id = ${id} AND revision = ${revision}
    AND mandate_reversals.workspace_id = persons.workspace_id AND person_id = persons.id AND taken_back_at IS NULL
    AND account_given IS persons.bank_account`

/**
 * The statements that keep the addresses which staff replace by a JSON array of patches, so that the hourly run tells them.
 * Before the update, for the members of a condition on `persons` and `patch`. The word of staff who may see accounts is the
 * last: they win nothing by an address, and links of older addresses end with it.
 */
export function keepAddressesBeforeStaff(
  { kind, id }: Actor,
  workspace: Sql,
  { array, condition }: { array: string; condition: Sql },
): Sql[] {
  if (kind !== 'staff') return []
  const replaced = sql`
    WITH ${workspaceCte(workspace)}, replaced AS MATERIALIZED (
      SELECT persons.workspace_id, persons.id, persons.email AS old, coalesce(patch ->> 'email', '') AS new,
        coalesce(${ADDRESS_CHANGED_AT}, '') > ${before(`-${REST_SECONDS} seconds`)} AS was_resting
      FROM (SELECT value AS patch FROM json_each(${array}) WHERE json_type(value, '$.email') IS NOT NULL) AS given
        CROSS JOIN persons
      WHERE ${condition} AND area = 'regular' AND persons.leave_reason IS NOT 'deceased'
        AND persons.email IS NOT patch ->> 'email' AND NOT EXISTS (
        SELECT 1 FROM memberships WHERE memberships.workspace_id = ${TENANT} AND staff_id = ${id}
          AND role IN (SELECT value FROM json_each(${SEES_ACCOUNTS}))))`
  return [
    sql`${replaced}
      UPDATE email_reversals SET current_email = replaced.new FROM replaced
      WHERE email_reversals.workspace_id = replaced.workspace_id AND person_id = replaced.id
        AND current_email = coalesce(replaced.old, '')`,
    sql`${replaced}
      INSERT INTO email_reversals (
        workspace_id, person_id, requested_at, token_hash, restores, current_email, expires_at, is_untold, was_resting)
      SELECT workspace_id, id, ${NOW}, hex(randomblob(32)), old, new, ${before(`+${REVERSAL_SECONDS} seconds`)}, 1,
        was_resting
      FROM replaced WHERE lower(old) <> lower(new)
      ON CONFLICT DO NOTHING`,
  ]
}

const SEES_ACCOUNTS = JSON.stringify(rolesWith('bank_accounts:read'))

/**
 * The statements that keep the account of a member who gives another one in the portal (JSON, NULL for none), so that taking the
 * address or the account back restores it; none where the account stays. Before the update.
 */
export const keepAccount = (
  workspace: Sql,
  person: Pick<PersonRow, 'id' | 'revision'>,
  { account, now }: { account: string | null | undefined; now: Date },
): Sql[] =>
  account === undefined
    ? []
    : [
        keepOldAccount(workspace, person, account),
        keepAccountBefore(workspace, person, { account, now }),
        followAccount(workspace, person, account),
      ]
