import * as z from 'zod'
import { columnKey } from '../../custom-columns/column'
import type { ListContext } from '../../custom-columns/query-list'
import { valueSchema } from '../../custom-columns/value-schema'
import { fieldsIn } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { date } from '../../shared/text'
import { validate } from '../../shared/validation'
import { givenPatch } from '../diff'
import { schemasFor } from '../schemas'
import type { BulkChange } from '../store/bulk-act'

/**
 * What is done to all persons of a selection: `set` sets a field of {@link bulkFields}, where `null` clears it; `add` and
 * `remove` change the values of a custom column of several; `end` ends the membership, of those that have not left before.
 */
export type BulkAct = { kind: 'set' | 'add' | 'remove' | 'end' | 'delete'; field?: string; value?: unknown }

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
export function bulkChange({ kind, field = '', value }: BulkAct, context: ListContext): BulkChange {
  switch (kind) {
    case 'delete':
      return { kind, on: context.today }
    case 'end': {
      const isMember = context.list === 'members'
      const input = validate(z.object({ value: date }), { value }, () => (isMember ? [] : [NO_FIELD]))
      return { kind, date: input.value }
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
