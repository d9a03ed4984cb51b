import type { Application } from '../../domain/applications/list'
import { MANDATE } from '../../domain/person-fields/fields'
import { formatDay } from '../../ui/i18n/format'
import { labelOf } from '../../ui/person-fields/kind'
import type { Viewer } from '../layout'
import { applicationTexts } from './texts'

/**
 * What a card says of a mandate that the fields of the applicant do not have: that it was taken back, or that it is of a payer who
 * has no part in the card.
 */
export function mandateItems({ person, ties, mandates }: Application, family: Application[], viewer: Viewer) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale).mandate
  const payer = ties.find(({ kind }) => kind === 'payer')
  if (payer && family.some((other) => other.person.id === payer.id)) return []
  const last = mandates.find(({ person_id }) => person_id === (payer?.id ?? person.id))
  if (!last) return []
  const day = (at: string) => formatDay(at, staff.workspace.timezone, locale)
  const name = labelOf({ key: MANDATE }, locale)
  if (last.end_reason === 'withdrawn' && last.ended_at)
    return [{ name, value: t.withdrawn(day(last.ended_at)) }]
  if (!payer || !last.granted_at || last.ended_at) return []
  return [{ name, value: t.ofPayer(payer.name, last.reference, day(last.granted_at)) }]
}
