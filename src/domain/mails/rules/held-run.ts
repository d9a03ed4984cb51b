import { addDays, todayIn, wallClock } from '../../shared/dates'
import { type Restore, type Restored, restoresOf } from '../../shared/restores'
import type { RunDay } from './due-dates'
import type { EventsDue } from './due-events'
import { FIRST_HOUR } from './first-hour'

/** What a run of a rule holds instead of sending it: what was due before a restore, and may have been sent before it. */
export type Holding = { epoch: number; day: RunDay; lastEvent: number }

/** What the next run of a rule that waits for a restore holds; undefined if it waits for none, and sends. */
export function holdingOf(
  heldFor: number | null,
  workspace: Restored,
  timeZone: string,
): Holding | undefined {
  const restore = restoresOf(workspace).find(({ epoch }) => epoch === heldFor)
  if (!restore) return undefined
  return {
    epoch: restore.epoch,
    day: { today: lastRunDay(restore, timeZone), timeZone },
    lastEvent: restore.last_event,
  }
}

/** The last day on which rules ran before a restore: that of the restore if it was 8 o'clock by then. */
function lastRunDay({ at }: Restore, timeZone: string): string {
  const restoredAt = new Date(at)
  const day = todayIn(timeZone, restoredAt)
  const [, time = ''] = wallClock(timeZone, restoredAt).split(' ')
  return time >= FIRST_HOUR ? day : addDays(day, -1)
}

/** The events that a run is about, but for those after the restore; all of these are old enough for a run of their own. */
export function eventsBefore(events: EventsDue, { lastEvent }: Holding): EventsDue {
  const isAll = events.isAll === 1 || events.upTo >= lastEvent
  return { upTo: Math.min(events.upTo, lastEvent), isAll: isAll ? 1 : 0 }
}
