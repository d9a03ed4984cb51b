import type { ShownLine } from '../../../domain/bank/confirm/suggested'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import { isLineId } from '../paths'

/** A line as a form showed it: what would be confirmed of it, and the name by which a page tells of it. */
export type Shown = ShownLine & { name: string }

/** What a form keeps of a line, so that what was seen is confirmed: {@link shownIn} reads it. */
export const shownValue = ({ line, suggestion }: SuggestedLine): string =>
  [
    line.id,
    line.revision,
    (suggestion?.parts ?? []).map(({ fee_id, amount }) => `${fee_id}=${amount}`).join(),
    line.party_name ?? '',
  ].join(' ')

/** The lines that are ticked in a form, as it showed them. */
export function shownIn(form: URLSearchParams): Shown[] {
  const ticked = new Set(form.getAll('line'))
  return form.getAll('shown').flatMap((value) => {
    const [, id, revision, parts = '', name = ''] = /^(\S+) (\d+) (\S*) (.*)$/s.exec(value) ?? []
    if (!isLineId(id) || !ticked.has(id)) return []
    return [{ id, revision: Number(revision), parts: parts.split(',').map(partOf), name }]
  })
}

function partOf(text: string): ShownLine['parts'][number] {
  const [fee_id = '', amount] = text.split('=')
  return { fee_id, amount: Number(amount) }
}
