import { and, eq } from 'drizzle-orm'
import { type Db, retryOnConflict, trip, WriteConflict } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { type ActingRequest, type Actor, actorOf } from '../access/actor'
import { inList, TENANT } from '../access/principal'
import { insertEvents } from '../events/record'
import { endAccess, endAddressRest, restAccounts } from '../persons/guards'
import { followAddress } from '../persons/old-addresses'
import { DISPLAY_NAME } from '../persons/person'
import { type AddressValues, setValues } from '../persons/set-values'
import { sha256 } from '../shared/hash'
import { newToken } from '../shared/token'
import { portalOpenTo } from './coverage'
import { voidMandatesSince } from './mandate/void'
import { OPEN_PORTAL } from './settings'

/** A mail that tells an old address of a new one, with the link that takes the change back. */
export type EmailNotice = {
  /** The workspace whose portal it is. */
  workspace_id: string
  to: string
  /** Empty where the address was removed. */
  new_email: string
  persons: { workspace_id: string; person_id: string }[]
  requested_at: string
  /** Whether staff made the change, which is in force already. */
  is_of_staff?: boolean
}

/** Makes the token of the link in a notice. Undefined if its persons are deleted, or the portal is closed. One trip. */
export async function createReversal(
  db: Db,
  { workspace_id, to, persons, requested_at }: EmailNotice,
): Promise<{ workspace: WorkspaceRow; token: string } | undefined> {
  const token = newToken()
  const named = sql`
    SELECT value ->> 'workspace_id', value ->> 'person_id' FROM json_each(${JSON.stringify(persons)})`
  const rows = await trip(db, {
    workspaces: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, workspace_id), OPEN_PORTAL)),
    kept: sql<{ id: string }>`
      UPDATE email_reversals SET token_hash = ${sha256(token)}
      WHERE (workspace_id, person_id) IN (${named}) AND restores = ${to} AND requested_at = ${requested_at}
      RETURNING person_id AS id`,
  })
  const [workspace] = rows.workspaces
  return workspace && rows.kept.length > 0 ? { workspace, token } : undefined
}

type Reversal = {
  workspaceId: string
  id: string
  revision: number
  restores: string
  stored: string | null
  requestedAt: string
  /** The account as it is stored, and as {@link keepAccount} keeps it, as JSON. */
  account: string
  accountBefore: string | null
  accountGiven: string | null
  wasResting: 0 | 1
  /** When the first mandate was given in the portal since. */
  grantedAt: string | null
}

/**
 * Takes a change of address back, also one that waits, with the accounts and mandates that were given in the portal since, and
 * ends all sessions and links of those who have the old address: whoever asked for the change had one of them. `overtaken` if
 * others have set another address since; `gone` for a token that is unknown or has expired. The same token may come twice. Two
 * trips, three more where a mandate was given.
 */
export async function takeEmailBack(
  db: Db,
  { token, ...request }: ActingRequest & { token: string },
): Promise<'back' | 'overtaken' | 'gone'> {
  const hash = sha256(token)
  return retryOnConflict(async () => {
    const { named, held: found } = await selectHeld(db, hash, request.now)
    if (named === 0) return 'gone'
    if (found.length === 0) return 'overtaken'
    const given = found.filter(({ grantedAt }) => grantedAt !== null)
    for (const reversal of given) {
      const { workspaceId, id, requestedAt } = reversal
      const actor = memberActor(request, reversal)
      await voidMandatesSince(db, actor, tenantOf(hash, workspaceId, id), {
        id,
        requestedAt,
        now: request.now,
      })
    }
    const held = given.length > 0 ? (await selectHeld(db, hash, request.now)).held : found
    const changed = held.filter((reversal) => Object.keys(valuesOf(reversal)).length > 0)
    const acts = held.map((reversal) => reverse(request, hash, reversal))
    const { written } = await trip(db, {
      recorded: acts.flatMap(({ recorded }) => recorded),
      written: acts.flatMap(({ written }) => written),
      settled: acts.flatMap(({ settled }) => settled),
    })
    if (written.length < changed.length) throw new WriteConflict()
    return 'back'
  })
}

/**
 * Has the old address agree to a change: the account can be changed at once, and collected from. An address that was new
 * itself ends no rest. As {@link takeEmailBack}.
 */
export async function agreeToEmail(
  db: Db,
  { token, now }: ActingRequest & { token: string },
): Promise<'agreed' | 'overtaken' | 'gone'> {
  const hash = sha256(token)
  const { named, held } = await selectHeld(db, hash, now)
  if (named === 0) return 'gone'
  if (held.length === 0) return 'overtaken'
  await trip(db, {
    agreed: sql`
      UPDATE email_reversals SET agreed_at = ${now.toISOString()} WHERE token_hash = ${hash} AND agreed_at IS NULL`,
    ended: held
      .filter(({ wasResting }) => wasResting === 0)
      .map(({ workspaceId, id }) => endAddressRest(tenantOf(hash, workspaceId, id), id)),
  })
  return 'agreed'
}

async function selectHeld(db: Db, hash: string, now: Date): Promise<{ named: number; held: Reversal[] }> {
  const { rows } = await trip(db, {
    rows: sql<Reversal & { isHeld: number }>`
      SELECT persons.workspace_id AS workspaceId, persons.id, persons.revision, reversal.restores,
        persons.email AS stored, reversal.requested_at AS requestedAt, coalesce(bank_account, 'null') AS account,
        account_before AS accountBefore, account_given AS accountGiven, was_resting AS wasResting, (
          SELECT min(granted_at) FROM mandate_reversals AS given
          WHERE given.workspace_id = persons.workspace_id AND given.person_id = persons.id AND taken_back_at IS NULL
            AND granted_at >= reversal.requested_at) AS grantedAt,
        coalesce(persons.email, '') = reversal.current_email AS isHeld
      FROM email_reversals AS reversal CROSS JOIN persons
      WHERE reversal.token_hash = ${hash} AND reversal.expires_at > ${now.toISOString()}
        AND persons.workspace_id = reversal.workspace_id AND persons.list_id = 'members' AND persons.area = 'regular'
        AND persons.id = reversal.person_id
        AND ${portalOpenTo(sql`reversal.workspace_id`)} IS NOT NULL`,
  })
  return { named: rows.length, held: rows.filter(({ isHeld }) => isHeld === 1) }
}

/** The tenant filter of a reversal: the workspace of the row that the token names. */
const tenantOf = (hash: string, workspaceId: string, id: string): Sql => sql`(
  SELECT workspace_id FROM email_reversals
  WHERE token_hash = ${hash} AND workspace_id = ${workspaceId} AND person_id = ${id})`

function reverse(request: ActingRequest, hash: string, reversal: Reversal) {
  const { workspaceId, id, restores, stored, requestedAt } = reversal
  const workspace = tenantOf(hash, workspaceId, id)
  const actor = memberActor(request, reversal)
  const values = valuesOf(reversal)
  const isChange = Object.keys(values).length > 0
  const update = isChange ? setValues(actor, workspace, reversal, values) : undefined
  const concernedSql = sql`(persons.id = ${id} OR lower(email) = lower(${restores}))`
  const ofPersonSql = sql`workspace_id = ${workspace} AND person_id = ${id}`
  return {
    recorded: [recordReversal(actor, workspace, reversal), ...(update?.recorded ?? [])],
    written: update ? [update.changed] : [],
    settled: [
      endAccess(workspace, concernedSql, request.now),
      restAccounts(workspace, concernedSql, request.now),
      sql`DELETE FROM email_changes WHERE ${ofPersonSql}`,
      // Links to addresses that the person had after the change must not undo this.
      sql`DELETE FROM email_reversals WHERE ${ofPersonSql} AND requested_at > ${requestedAt}`,
      sql`UPDATE email_reversals SET account_before = NULL, account_given = NULL WHERE ${ofPersonSql}`,
      followAddress(workspace, { id, from: stored, to: restores }),
      endAddressRest(workspace, id),
    ],
  }
}

/** What a reversal changes of its person. An account that others have set since stays. */
const valuesOf = ({ stored, restores, account, accountBefore, accountGiven }: Reversal): AddressValues => ({
  ...(stored !== restores && { email: restores }),
  ...(account === accountGiven &&
    account !== accountBefore && { bank_account: accountBefore === 'null' ? null : accountBefore }),
})

const memberActor = (request: ActingRequest, { workspaceId, id }: Reversal): Actor =>
  actorOf(request, {
    kind: 'member',
    door: 'portal',
    id: sql`${id}`,
    name: sql`(
      SELECT ${DISPLAY_NAME} FROM persons
      WHERE workspace_id = ${workspaceId} AND list_id = 'members' AND area = 'regular' AND persons.id = ${id})`,
  })

/** The new address of a person of `persons` that waits for its confirmation. */
const WAITING = sql`(
  SELECT waiting.email FROM email_changes AS waiting
  WHERE waiting.workspace_id = persons.workspace_id AND waiting.person_id = persons.id
    AND waiting.email IS NOT persons.email)`

// A second press of the button finds nothing to take back.
const recordReversal = (actor: Actor, workspace: Sql, { id, revision, restores }: Reversal): Sql =>
  insertEvents(
    actor,
    workspace,
    { action: 'person.email_change_reversed', subject: 'member' },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, json_object('email', json_array(coalesce(${WAITING}, email), ${restores}))
      FROM persons
      WHERE ${inList(TENANT, 'members')} AND area = 'regular' AND persons.id = ${id} AND revision = ${revision}
        AND (${WAITING} IS NOT NULL OR email IS NOT ${restores})`,
  )
