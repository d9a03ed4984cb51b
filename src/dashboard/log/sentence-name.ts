import { type Action, isAction } from '../../domain/events/actions'
import type { Event } from '../../domain/events/event'
import { isPerson } from './values'

/**
 * A sentence of the log: an action, or an action with a slash and the case that has a sentence of its own. `unknown` is the
 * sentence of an action that another version stored.
 */
export type SentenceName =
  | Action
  | `person.created/${'application' | 'contact'}`
  | `person.updated/${'field' | 'field_set' | 'field_cleared' | 'returned'}`
  | 'person.deleted/contact'
  | 'persons.exported/contacts'
  | 'custom_column.updated/moved'
  | 'unknown'

/** A sentence about many events. Actions without one say what the first event says, and how many more there are. */
export type ManyName = SentenceName | `person.updated/${'contact' | 'contact_field' | 'contact_field_set'}`

/** A sentence about a person who was deleted since. */
export type EmptiedName = (typeof EMPTIED)[number] | `${(typeof EMPTIED_OF_CONTACTS)[number]}/contact`

const EMPTIED = [
  'person.created',
  'person.applied',
  'person.confirmed',
  'person.portal_link_created',
  'person.portal_link_mailed',
  'person.exported',
  'person.updated',
] as const
const EMPTIED_OF_CONTACTS = [
  'person.created',
  'person.portal_link_created',
  'person.portal_link_mailed',
  'person.exported',
  'person.updated',
] as const

/** The sentence that an event says. */
export function sentenceName({ action, subject, changes }: Event): SentenceName {
  const isContact = subject.kind === 'contact'
  const area = changes?.area?.[1]
  switch (action) {
    case 'person.created':
      if (isContact) return 'person.created/contact'
      return area === 'applications' ? 'person.created/application' : action
    case 'person.updated':
      if (area === 'applications') return 'person.updated/returned'
      return area === 'regular' ? 'person.confirmed' : changeName(changes)
    case 'person.deleted':
      return isContact ? 'person.deleted/contact' : action
    case 'persons.exported':
      return changes?.list?.[1] === 'contacts' ? 'persons.exported/contacts' : action
    case 'custom_column.updated':
      return Object.keys(changes ?? {}).join() === 'place' ? 'custom_column.updated/moved' : action
    default:
      return isAction(action) ? action : 'unknown'
  }
}

function changeName(changes: Event['changes']): SentenceName {
  const [change, ...others] = Object.values(changes ?? {})
  if (!change || others.length > 0) return 'person.updated'
  const [before, after] = change
  if (before === null) return 'person.updated/field_set'
  return after === null ? 'person.updated/field_cleared' : 'person.updated/field'
}

/** Whether a sentence is about one field, which it names. */
export const isOfField = (name: SentenceName): boolean => name.startsWith('person.updated/field')

/** The sentence of an event whose subject was deleted since; undefined for other events. */
export function emptiedName({ action, subject, changes }: Event): EmptiedName | undefined {
  if (changes !== null || !isPerson(subject.kind) || action === 'person.deleted') return undefined
  const among = <A extends string>(actions: readonly A[]) => actions.find((one) => one === action)
  if (subject.kind !== 'contact') return among(EMPTIED) ?? 'person.updated'
  return `${among(EMPTIED_OF_CONTACTS) ?? 'person.updated'}/contact`
}

/**
 * The sentence that many events of a batch say together, and the field that it names: one that all of them change alone,
 * to the same value or to several.
 */
export function manyName([first, ...rest]: [Event, ...Event[]]): {
  name: ManyName
  path?: string
} {
  const name = sentenceName(first)
  if (first.action !== 'person.updated' || name === 'person.updated/returned' || name === 'person.confirmed')
    return { name }
  const isContact = first.subject.kind === 'contact'
  const [path, ...others] = Object.keys(first.changes ?? {})
  const isAlike =
    path !== undefined &&
    others.length === 0 &&
    rest.every(({ changes }) => Object.keys(changes ?? {}).join() === path)
  if (!isAlike) return { name: isContact ? 'person.updated/contact' : 'person.updated' }
  const [value, ...values] = new Set(
    [first, ...rest].map(({ changes }) => JSON.stringify(changes?.[path]?.[1])),
  )
  if (values.length === 0 && value !== 'null')
    return { name: isContact ? 'person.updated/contact_field_set' : 'person.updated/field_set', path }
  return { name: isContact ? 'person.updated/contact_field' : 'person.updated/field', path }
}
