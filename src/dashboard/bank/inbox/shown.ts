import type { ShownLine } from '../../../domain/bank/confirm/suggested'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import { isLineId } from '../paths'

/** A line as a form showed it: what would be confirmed of it, and the name by which a page tells of it. */
export type Shown = ShownLine & { name: string }

/** What a form keeps of a line, so that what was seen is confirmed: {@link shownIn} reads it. */
export const shownValue = ({ line, suggestion }: SuggestedLine): string =>
  [line.id, line.revision, partsValue(suggestion?.parts ?? []), line.party_name ?? ''].join(' ')

/** The lines that are ticked in a form, as it showed them. */
export function shownIn(form: URLSearchParams): Shown[] {
  const ticked = new Set(form.getAll('line'))
  return form.getAll('shown').flatMap((value) => {
    const [, id, revision, parts = '', name = ''] = /^(\S+) (\d+) (\S*) (.*)$/s.exec(value) ?? []
    if (!isLineId(id) || !ticked.has(id)) return []
    return [{ id, revision: Number(revision), parts: partsIn(parts), name }]
  })
}

/** What a line pays of fees, as a form sends it: {@link partsIn} reads it. */
export const partsValue = (parts: ShownLine['parts']): string =>
  parts.map(({ fee_id, amount }) => `${fee_id}=${amount}`).join()

/** The parts of {@link partsValue}. */
export const partsIn = (text: string): ShownLine['parts'] =>
  text.split(',').map((part) => {
    const [fee_id = '', amount] = part.split('=')
    return { fee_id, amount: Number(amount) }
  })

/** A booking as a form sends it as JSON; one that is refused for other texts, since without one the suggestion would be taken. */
export function bookingIn(json: string): unknown {
  try {
    return JSON.parse(json) ?? ''
  } catch {
    return ''
  }
}
