import { refusedAt } from './error-list'
import { type Restored, restoresOf } from './restores'
import { inUtc } from './text'

/**
 * Throws `invalid` for an instant in the time that a restore made undone: a mirror that followed until then has seen changes that
 * are gone, and would keep them.
 */
export function requireKnownSince(path: string, since: string | undefined, workspace: Restored): void {
  if (since === undefined) return
  const instant = inUtc(since)
  if (restoresOf(workspace).some(({ bookmark, at }) => bookmark < instant && instant < at))
    throw refusedAt(path, { code: 'since_before_restore' })
}
