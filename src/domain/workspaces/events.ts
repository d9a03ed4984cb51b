import type { WorkspaceRow } from '../../db/schema'
import type { Sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import { type ChargeCostUnit, namedChargePlace } from './charge-place'
import { toApi } from './workspace'

/**
 * Records what differs between two states of a workspace, of which a new one has no first. `costUnits` are those of
 * the place for charges.
 */
export function recordWorkspace(
  actor: Actor,
  workspace: Sql,
  action: 'workspace.created' | 'workspace.updated',
  before: WorkspaceRow | undefined,
  after: WorkspaceRow,
  costUnits: readonly ChargeCostUnit[] = [],
): Sql[] {
  const { id, name } = after
  const changes = changesBetween(before ? settingsOf(before, costUnits) : {}, settingsOf(after, costUnits))
  // Two accounts may end alike.
  if (before && before.creditorIban !== after.creditorIban)
    changes['creditor.iban'] = [lastFour(before.creditorIban), lastFour(after.creditorIban)]
  return recordEvents(actor, workspace, { action, subject: 'workspace' }, [{ id, name, changes }])
}

function settingsOf(row: WorkspaceRow, costUnits: readonly ChargeCostUnit[]) {
  const {
    id,
    suspended_at,
    erasable_at,
    copy_of,
    copied_at,
    created_at,
    updated_at,
    creditor,
    bookkeeping,
    ...settings
  } = toApi(row)
  const { name = null, creditor_id = null, iban = null } = creditor ?? {}
  return {
    ...settings,
    bookkeeping: { ...bookkeeping, return_charges: namedChargePlace(row, costUnits) },
    creditor: { name, iban: lastFour(iban), creditor_id },
  }
}

/** What events keep of an IBAN. */
const lastFour = (iban: string | null): string | null => iban?.slice(-4) ?? null
