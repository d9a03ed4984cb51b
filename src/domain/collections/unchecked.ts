import { lastRestoreOf, type Restore, type Restored } from '../shared/restores'

/**
 * The restore of which nobody has said yet which files went to the bank since its bookmark: the data has forgotten them, and
 * their fees look open. Undefined if there is none.
 */
export function uncheckedRestore(workspace: Restored & { debitsCheckedFor: number }): Restore | undefined {
  const last = lastRestoreOf(workspace)
  return last && last.epoch > workspace.debitsCheckedFor ? last : undefined
}
