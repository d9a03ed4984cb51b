import { columnKey } from '../../domain/custom-columns/column'
import type { ListColumns } from '../../domain/custom-columns/query-list'
import { fieldsIn } from '../../domain/person-fields/list-fields'
import { mayEdit } from '../../domain/persons/edit'
import type { PersonField } from '../../ui/person-fields/kind'
import type { Viewer } from '../layout'

const GROUPS = ['person', 'membership', 'payment', 'more'] as const

export type Grouped = { group: (typeof GROUPS)[number]; fields: PersonField[] }

/**
 * The writable fields of a list in the groups of its pages, each in the order of the portal; custom columns in the last. The
 * payer and the guardian have a card and pages of their own.
 */
export function fieldGroups(listed: Pick<ListColumns, 'list' | 'columns'>): Grouped[] {
  const fields = fieldsIn(listed)
    .filter(([, { input }]) => input !== 'payer' && input !== 'guardian')
    .toSorted(([, one], [, other]) => orderOf(one) - orderOf(other))
  return GROUPS.map((group) => ({
    group,
    fields: [
      ...(group === 'more' ? listed.columns.map((column) => ({ key: columnKey(column), column })) : []),
      ...fields.filter(([, field]) => (field.group ?? 'more') === group).map(([key]) => ({ key })),
    ],
  })).filter(({ fields }) => fields.length > 0)
}

/** The {@link fieldGroups} of what the viewer may edit. */
export const editableGroups = (listed: Pick<ListColumns, 'list' | 'columns'>, { staff }: Viewer): Grouped[] =>
  fieldGroups(listed)
    .map(({ group, fields }) => ({
      group,
      fields: fields.filter(({ key, column }) => mayEdit(staff, listed.list, column?.id ?? key)),
    }))
    .filter(({ fields }) => fields.length > 0)

const orderOf = ({ portal }: { portal?: { order: number } }): number => portal?.order ?? Number.MAX_VALUE
