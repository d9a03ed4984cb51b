import { z } from 'zod'
import { columnKey } from '../../custom-columns/column'
import type { ListContext } from '../../custom-columns/query-list'
import { valueSchema } from '../../custom-columns/value-schema'
import { date } from '../../shared/text'
import { validate } from '../../shared/validation'
import { givenPatch } from '../diff'
import { fieldsOf } from '../list-fields'
import { schemasFor } from '../schemas'
import type { BulkChange } from '../store/bulk-act'

/** What is done to all persons of a selection. */
export type BulkAct =
  /** Sets a field of {@link bulkFields} to a value; `null` clears it. */
  | { kind: 'set'; field: string; value: unknown }
  /** Adds a value to a custom column of several values, or removes it. */
  | { kind: 'add' | 'remove'; field: string; value: unknown }
  /** Ends the membership on a date, of those that have not left before. */
  | { kind: 'end'; field?: undefined; value: unknown }
  | { kind: 'delete'; field?: undefined; value?: undefined }

/** The fields that can be set for many persons at once: custom columns, and fixed ones that several persons share. */
export const bulkFields = ({ list, columns }: Pick<ListContext, 'list' | 'columns'>): string[] => [
  ...fieldsOf(list).flatMap(([key, { isShared }]) => (isShared ? [key] : [])),
  ...columns.map(columnKey),
]

/** The custom columns of several values, to which values can be added. */
export const bulkArrays = ({ columns }: Pick<ListContext, 'columns'>) =>
  columns.filter(({ type }) => type === 'array')

const NO_FIELD = [['field'], 'cannot be changed for many persons at once'] as const

/** What an act writes. Throws `invalid` for a field that it is not for, and for a value that the field cannot have. */
export function bulkChange(act: BulkAct, context: ListContext): BulkChange {
  switch (act.kind) {
    case 'delete':
      return { kind: 'delete' }
    case 'end': {
      const input = validate(z.object({ value: date }), { value: act.value }, function* () {
        if (context.list !== 'members') yield NO_FIELD
      })
      return { kind: 'end', date: input.value }
    }
    case 'set': {
      const { field, value } = act
      const input = validate(schemasFor(context).person, { [field]: value }, function* () {
        if (!bulkFields(context).includes(field)) yield NO_FIELD
      })
      return { kind: 'set', patch: givenPatch(input, context) }
    }
    default: {
      const column = bulkArrays(context).find((candidate) => columnKey(candidate) === act.field)
      const values = column ? valueSchema(column) : z.unknown()
      const input = validate(z.object({ value: values }), { value: [act.value] }, function* () {
        if (!column) yield NO_FIELD
      })
      const [value] = input.value as string[]
      return { kind: act.kind, columnId: String(column?.id), value: String(value) }
    }
  }
}
