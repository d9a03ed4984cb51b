import type { ListId } from '../../domain/access/lists'
import { DELIMITERS } from '../../domain/imports/read/table'

/** The names of the inputs of a column, which is numbered from 0. */
export const columnName = (column: number): string => `column.${column}`
export const clearsName = (column: number): string => `clears.${column}`

/** A change of a draft as the form of its columns means it; undefined if members are to leave on no day. */
export function columnsChange(form: URLSearchParams, list: ListId): Record<string, unknown> | undefined {
  const mapping = Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, column] = /^column\.(\d+)$/.exec(name) ?? []
      return column === undefined ? [] : [[column, value]]
    }),
  )
  const cleared = [...form.keys()].flatMap((name) => /^clears\.(\d+)$/.exec(name)?.[1] ?? [])
  const ends = list === 'members' && form.get('missing') === 'end'
  const leaveDate = form.get('leave_date') ?? ''
  if (ends && !/^\d{4}-\d\d-\d\d$/.test(leaveDate)) return undefined
  return {
    mapping,
    options: {
      empty: cleared.length > 0 ? Object.fromEntries(cleared.map((column) => [column, 'clear'])) : 'keep',
      new: form.has('new'),
      known: form.has('known'),
      missing: ends ? { leave_date: leaveDate } : 'leave',
      ...(form.has('has_totals') && { skip_totals: form.has('skip_totals') }),
    },
  }
}

/** A change of how a file is read, of the fields that its form has. */
export function fileChange(form: URLSearchParams): Record<string, unknown> {
  const given = (name: string) => form.get(name) ?? ''
  const delimiter = DELIMITERS[Number(given('delimiter') || Number.NaN)]
  return {
    ...(given('encoding') && { encoding: given('encoding') }),
    ...(delimiter && { delimiter }),
    ...(given('sheet') && { sheet: given('sheet') }),
    ...(/^\d+$/.test(given('header_row')) && { header_row: Number(given('header_row')) }),
    ...(given('encoding') && { repair_encoding: form.has('repair_encoding') }),
  }
}
