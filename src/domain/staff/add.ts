import * as z from 'zod'
import { WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { SettingsPrincipal } from '../access/principal'
import { changesBetween } from '../events/changes'
import { todayIn } from '../shared/dates'
import type { Issue } from '../shared/error-list'
import { newId } from '../shared/ids'
import { email, singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { countMail, mailLimits, withinMailLimitsSql } from './invitation-limits'
import { membership, membershipIssues, recordStaff, type StaffMember, TO_MANAGE_STAFF } from './member'
import { shareAccounts } from './places'
import type { Invitation } from './workspaces'

/** How many members of staff a workspace can have, those invited included. */
export const MAX_STAFF = 200

/** The body that adds a member of staff. Staff that another workspace added before keep their name. */
export const newStaff = z
  .strictObject({
    name: singleLine(255),
    email: z.string().trim().toLowerCase().pipe(email),
    ...membership,
    role: membership.role.nullish().describe('owner, where left out'),
  })
  .meta({ examples: [{ name: 'Kim Berger', email: 'kim.berger@example.org' }] })

/** Adds a member of staff at once. Two trips. Throws `permission_missing`, `proof_required` and `invalid`. */
export async function addStaff(
  principal: SettingsPrincipal,
  { body }: { body: Record<string, unknown> },
): Promise<StaffMember> {
  const added = await add(principal, body, principal.now.toISOString())
  if (!added) throw new WriteConflict()
  return added.member
}

/**
 * Invites a member of staff, who has no access before they accept. Returns the mail to send; `too_many` if the workspace
 * or the address has had its mails of this hour, and then nothing is stored. Otherwise as {@link addStaff}.
 */
export async function inviteStaff(
  principal: SettingsPrincipal,
  { body }: { body: Record<string, unknown> },
): Promise<{ invited: StaffMember; mail: Invitation } | 'too_many'> {
  const added = await add(principal, body, null)
  if (!added) return 'too_many'
  const { member, locale, workspace } = added
  const mail = {
    email: member.email,
    name: member.name,
    workspace_name: workspace.name,
    role: member.role,
    reply_to: workspace.contactEmail,
    locale,
    requested_at: principal.now.toISOString(),
  }
  return { invited: member, mail }
}

async function add(principal: SettingsPrincipal, body: Record<string, unknown>, acceptedAt: string | null) {
  return act(principal, TO_MANAGE_STAFF, async (tx) => {
    const { now } = tx
    const { credential, ...rows } = await tx.read({
      known: selectKnown(tx.workspace(), body.email),
      totals: selectTotal(tx.workspace()),
    })
    const { workspace } = credential
    const today = todayIn(workspace.timezone, now)
    const input = validate(newStaff, body, (given) => [
      ...membershipIssues(given, today),
      ...staffIssues(rows.known, rows.totals),
    ])
    const role = input.role ?? 'owner'
    const account = { ...input, id: rows.known[0]?.id ?? newId('stf', now), locale: null }
    const [shared = account] = await shareAccounts(
      tx.db,
      [{ ...account, has_shortcuts: 1, created_at: now.toISOString() }],
      now,
    )
    const { id, name } = shared
    const limits = mailLimits(tx, id)
    const allowedSql = acceptedAt ? sql`TRUE` : withinMailLimitsSql(limits)
    const { added } = await tx.write({
      counted: acceptedAt ? [] : countMail(limits, sql`TRUE`),
      known: sql`
        INSERT INTO staff (id, email, name, created_at)
        SELECT ${id}, ${input.email}, ${name}, ${now.toISOString()} WHERE ${allowedSql}
        ON CONFLICT DO NOTHING`,
      member: insertMembership(tx, { ...input, role, acceptedAt }, allowedSql),
      recorded: recordStaff(
        tx,
        acceptedAt ? 'staff.added' : 'staff.invited',
        sql`staff.email = ${input.email}`,
        changesBetween({}, { role, ends_on: input.ends_on ?? null }),
      ),
      added: sql<StaffMember & { locale: string | null }>`
        SELECT staff.id, name, email, role, locale FROM staff CROSS JOIN memberships
        WHERE email = ${input.email} AND staff_id = staff.id AND workspace_id = ${tx.workspace()}`,
    })
    const [row] = added
    if (!row) return undefined
    const { locale, ...member } = row
    return { member, locale: locale ?? workspace.locale, workspace }
  })
}

type NewMember = z.output<typeof newStaff> & { acceptedAt: string | null }

// Fails as a conflict if the principal may no longer add staff, or if another request has added the same one.
const insertMembership = (
  tx: Tx,
  { name, email, role, ends_on, acceptedAt }: NewMember,
  condition: Sql,
): Sql => sql`
  INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at, invited_name, ends_on)
  SELECT ${tx.writable()}, id, ${role ?? null}, ${tx.now.toISOString()},
    ${acceptedAt}, ${acceptedAt ? null : name}, ${ends_on ?? null}
  FROM staff WHERE email = ${email} AND ${condition}`

type Known = { id: string; isMember: number }

const selectKnown = (workspace: Sql, given: unknown): Sql<Known> => sql<Known>`
  SELECT id, EXISTS (
    SELECT 1 FROM memberships WHERE workspace_id = ${workspace} AND staff_id = staff.id
  ) AS isMember
  FROM staff WHERE email = ${typeof given === 'string' ? given.trim().toLowerCase() : ''}`

const selectTotal = (workspace: Sql): Sql<{ staff: number }> => sql<{ staff: number }>`
  SELECT count(*) AS staff FROM memberships WHERE workspace_id = ${workspace}`

function* staffIssues([known]: Known[], [total]: { staff: number }[]): Iterable<Issue> {
  if (known?.isMember) yield [['email'], { code: 'staff_known' }]
  if (total && total.staff >= MAX_STAFF) yield [['email'], { code: 'too_many_staff', max: MAX_STAFF }]
}
