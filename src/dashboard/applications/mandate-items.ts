import type { Child } from 'hono/jsx'
import type { Application } from '../../domain/applications/list'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { MANDATE } from '../../domain/person-fields/fields'
import { restsUntil } from '../../domain/persons/guards'
import type { Person } from '../../domain/persons/person'
import { formatDay, formatInstant } from '../../ui/i18n/format'
import { labelOf } from '../../ui/person-fields/kind'
import type { Viewer } from '../layout'
import { factsOf } from '../members/person-facts'
import { formFields } from '../members/person-form'
import { fieldGroups } from '../members/person-groups'
import { applicationTexts } from './texts'

type Subject = Pick<Application, 'person' | 'relations' | 'mandates'>
type Item = { name: string; value: Child }

/**
 * What a card says of a mandate that the fields of the applicant do not have: that it was taken back, or that it is of a payer who
 * has no part in the card.
 */
export function mandateItems(
  { person, relations, mandates }: Subject,
  family: { person: Person }[],
  viewer: Viewer,
): Item[] {
  const { locale, staff } = viewer
  const t = applicationTexts(locale).mandate
  const payer = relations.find(({ kind }) => kind === 'payer')
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

/** All that is known of the mandate of an applicant, and from when on it can be collected if it still rests. */
export function mandateFacts(
  subject: Subject,
  family: { person: Person }[],
  { context, viewer, now }: { context: ListContext; viewer: Viewer; now: Date },
): Item[] {
  const { person, relations, mandates } = subject
  const { locale, staff } = viewer
  const { mandate: t } = applicationTexts(locale)
  const fields = formFields(fieldGroups(context)).filter(({ key }) => key === MANDATE)
  const payer = relations.find(({ kind }) => kind === 'payer')
  const payerFamily = payer && [{ id: payer.id, name: payer.name, isPayer: 1 }]
  const given = mandates.find(
    ({ person_id, ended_at }) => person_id === (payer?.id ?? person.id) && ended_at === null,
  )
  const until = given?.granted_at && restsUntil(given.granted_at)
  return [
    ...factsOf(fields, { person, context, mandates, ...(payerFamily && { payerFamily }) }, locale, viewer),
    ...mandateItems(subject, family, viewer),
    ...(until && until > now.toISOString()
      ? [{ name: t.collectable, value: t.from(formatInstant(until, staff.workspace.timezone, locale)) }]
      : []),
  ]
}
