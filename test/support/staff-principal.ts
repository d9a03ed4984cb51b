import { env } from 'cloudflare:workers'
import { open } from '../../src/db/client'
import { type StaffPrincipal, staffPrincipal } from '../../src/domain/staff/principal'
import type { Role } from '../../src/domain/staff/roles'
import { staffOf } from './dashboard'
import { type Cost, metered } from './meter'
import type { Workspace } from './workspace'

/** The principal of a new member of staff of a workspace, and what it costs the database. */
export async function principalOf(
  club: Workspace,
  role: Role = 'owner',
): Promise<StaffPrincipal & { cost: Cost }> {
  const staff = await staffOf(club, role)
  const { db, cost } = metered(env.DB)
  const sessionId = String(staff.cookie('__Host-staff'))
  const principal = staffPrincipal(open(db), {
    sessionId,
    idOrSlug: club.id,
    requestId: 'req_test',
    now: new Date(),
  })
  return Object.assign(principal, { cost })
}
