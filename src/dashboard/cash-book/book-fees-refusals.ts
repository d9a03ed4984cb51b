import type { UnbookedFee } from '../../domain/book/unbooked-fees'
import type { Issues } from '../../domain/shared/errors'
import type { Viewer } from '../layout'
import { type Refusals, refusalsOf } from './refusal'
import { bookTexts } from './texts'

/** What to say about issues: those of a fee by its id, the others by their inputs. */
export function refusalsOfFees(
  issues: Issues,
  fees: UnbookedFee[],
  chosen: string[],
  viewer: Viewer,
): Refusals {
  const { fees: t, refusals: known } = bookTexts(viewer.locale)
  const said = Object.entries(issues).map(([path, messages]) => {
    const [, index] = /^fee_ids(?:\.(\d+))?$/.exec(path) ?? []
    if (path === 'fee_ids') return ['fees', t.noneChosen]
    const { [path]: text = known.form } = refusalsOf({ [path]: messages }, viewer)
    if (index === undefined)
      return Object.entries(refusalsOf({ [path]: messages }, viewer))[0] ?? [path, text]
    const fee = fees.find(({ id }) => id === chosen[Number(index)])
    const reason = text === known.form ? t.unknown : text
    return ['fees', t.refused(fee ? `${fee.person_name}, ${fee.description}` : '', reason)]
  })
  return Object.fromEntries(said)
}

/** What the refusals of fees are listed under. */
export const labelsOf = (refusals: Refusals, label: string): Record<string, string> =>
  'fees' in refusals ? { fees: label } : {}
