import * as z from 'zod'
import { columnKey } from '../../custom-columns/column'
import type { ListContext } from '../../custom-columns/query-list'
import { valueSchema } from '../../custom-columns/value-schema'
import { fieldsIn } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { date } from '../../shared/text'
import { validate } from '../../shared/validation'
import { givenPatch } from '../diff'
import { leaveIssues } from '../leave-issues'
import { schemasFor } from '../schemas'
import type { BulkChange } from '../store/bulk-act'

/**
 * What is done to all persons of a selection: `set` sets a field of {@link bulkFields}, where `null` clears it; `add` and
 * `remove` change the values of a custom column of several; `end` ends the membership, of those that have not left before, with
 * `reason` and `note`.
 */
export type BulkAct = {
  kind: 'set' | 'add' | 'remove' | 'end' | 'delete'
  field?: string
  value?: unknown
  reason?: unknown
  note?: unknown
}

/** The fields that can be set for many persons at once: custom columns, and fixed ones that several persons share. */
export const bulkFields = (listed: Pick<ListContext, 'list' | 'columns'>): string[] => [
  ...fieldsIn(listed).flatMap(([key, { isShared }]) => (isShared ? [key] : [])),
  ...listed.columns.map(columnKey),
]

/** The custom columns of several values, to which values can be added. */
export const bulkArrays = ({ columns }: Pick<ListContext, 'columns'>) =>
  columns.filter(({ type }) => type === 'array')

const NO_FIELD: Issue = [['field'], { code: 'not_for_many' }]

/** What an act writes. Throws `invalid` for a field that it is not for, and for a value that the field cannot have. */
export function bulkChange(
  { kind, field = '', value, reason, note }: BulkAct,
  context: ListContext,
): BulkChange {
  switch (kind) {
    case 'delete':
      return { kind, on: context.today }
    case 'end': {
      const isMember = context.list === 'members'
      const details = reason === undefined ? {} : { leave_reason: reason, leave_note: note ?? null }
      const input = { leave_date: value, ...details }
      validate(z.object({ value: date }), { value }, () => (isMember ? [] : [NO_FIELD]))
      const given = validate(schemasFor(context).person, input, (sent) => leaveIssues(sent, {}, context))
      return { kind, date: String(value), patch: givenPatch(given, context) }
    }
    case 'set': {
      const isOffered = bulkFields(context).includes(field)
      const input = validate(schemasFor(context).person, { [field]: value }, () =>
        isOffered ? [] : [NO_FIELD],
      )
      return { kind, patch: givenPatch(input, context) }
    }
    default: {
      const column = bulkArrays(context).find((candidate) => columnKey(candidate) === field)
      const values = column ? valueSchema(column) : z.unknown()
      validate(z.object({ value: values }), { value: [value] }, () => (column ? [] : [NO_FIELD]))
      return { kind, columnId: String(column?.id), value: String(value) }
    }
  }
}
