import type { BookingGroup } from '../../../domain/bank/lines/groups'
import type { Inbox } from '../../../domain/bank/lines/inbox'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import { groupOf } from './suggestion'

/** The lines of an inbox in its order: certain ones, those that are booked alike, and each that needs a look. */
export type Sections = {
  certain: SuggestedLine[]
  groups: BookingGroup[]
  perhaps: SuggestedLine[]
  unknown: SuggestedLine[]
}

/** The sections of an inbox. A line that no other is booked alike stands with those that need a look. */
export function sectionsOf({ lines, groups: all }: Pick<Inbox, 'lines' | 'groups'>): Sections {
  const groups = all.filter((group) => group.lines.length > 1)
  const grouped = new Set(groups.flatMap((group) => group.lines.map(({ id }) => id)))
  const alone = lines.filter(({ line }) => !grouped.has(line.id))
  const of = (kind: ReturnType<typeof groupOf>) => alone.filter((line) => groupOf(line) === kind)
  return { certain: of('certain'), groups, perhaps: of('perhaps'), unknown: of('unknown') }
}
