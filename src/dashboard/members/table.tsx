import type { BrowseQuery } from '../../domain/persons/browse-query'
import type { FilterField } from '../../domain/persons/filter-fields'
import type { Person } from '../../domain/persons/person'
import { readSort } from '../../domain/persons/sorts'
import { OPEN_FEES } from '../../domain/segments/table-columns'
import { Badge } from '../../ui/badge'
import { formatMoney, formatShortDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import type { Column } from '../../ui/table'
import { DeceasedBadge } from '../deceased-badge'
import { cellText, fieldLabel } from './fields'
import { withQuery } from './page-query'
import { membersTexts } from './texts'

type Props = {
  query: BrowseQuery
  keys: string[]
  /** The keys that the table can be sorted by. */
  sorts: string[]
  fields: Map<string, FilterField>
  today: string
  /** In cents, by the id of the person. */
  openFees: Map<string, number>
  currency: string
  hrefOf: (query: BrowseQuery) => string
  personHref: (person: Person) => string
  locale: Locale
}

/** The columns of the table of a list: the name, then the chosen ones. */
export function personColumns(props: Props) {
  const { query, keys, sorts, fields, today, hrefOf, personHref, locale } = props
  const { key: sorted, isDescending } = readSort(query.sort)
  const order = (...keys: (string | undefined)[]): Pick<Column<Person>, 'sortHref' | 'sorted'> => {
    const sort = keys.find((key) => key !== undefined && sorts.includes(key))
    if (sort === undefined) return {}
    const isSorted = keys.includes(sorted)
    const next = isSorted && !isDescending ? `-${sort}` : sort
    return {
      sortHref: hrefOf(withQuery(query, { sort: next })),
      ...(isSorted && { sorted: isDescending ? ('descending' as const) : ('ascending' as const) }),
    }
  }
  const name: Column<Person> = {
    key: 'name',
    label: membersTexts(locale).name,
    ...order('name'),
    cell: (person) => (
      <>
        <a href={personHref(person)}>{sortedName(person)}</a>{' '}
        <StatusBadge person={person} today={today} locale={locale} />
      </>
    ),
  }
  const chosen = keys.flatMap((key, index): Column<Person>[] => {
    if (key === OPEN_FEES) return [openFeesColumn(props, index)]
    const field = fields.get(key)
    if (!field) return []
    return [
      {
        key,
        label: fieldLabel(field, locale),
        isNumeric: isNumber(field),
        phone: placeOnPhone(field, index),
        cell: (person) => cellText(field, person, today, locale),
        ...order(key, field.column?.id),
      },
    ]
  })
  return [name, ...chosen]
}

const openFeesColumn = ({ openFees, currency, locale }: Props, index: number): Column<Person> => ({
  key: OPEN_FEES,
  label: fieldLabel({ key: OPEN_FEES }, locale),
  isNumeric: true,
  phone: placeOnPhone({ key: OPEN_FEES, kind: 'number' }, index),
  cell: ({ id }) => {
    const cents = openFees.get(id) ?? 0
    return cents > 0 ? formatMoney(cents, currency, locale) : ''
  },
})

/**
 * On phones the first column is beside the name, unless it is long, and two more below it, numbers and dates with
 * their labels.
 */
function placeOnPhone(
  { key, kind }: Pick<FilterField, 'key' | 'kind'>,
  index: number,
): Column<Person>['phone'] {
  const isShort = kind !== 'text' || key === 'membership_number'
  if (index === 0 && isShort) return 'aside'
  if (index > 2) return 'hidden'
  return isNumber({ kind }) || kind === 'date' || kind === 'boolean' ? 'labelled' : 'detail'
}

/** The name as a list sorts it: "Lovelace, Ada"; else what identifies the person. */
export function sortedName(person: Person): string {
  const { first_name, last_name } = Object(person.name)
  const name = [last_name, first_name].filter(Boolean).join(', ')
  return name || String(person.email ?? person.membership_number ?? person.external_id)
}

type BadgeProps = { person: Person; today: string; locale: Locale }

/** Whether a member has left or will leave. */
function StatusBadge({ person, today, locale }: BadgeProps) {
  const t = membersTexts(locale)
  const { leave_date: leaves, leave_reason: reason } = person
  if (typeof leaves !== 'string') return null
  if (reason === 'deceased') return <DeceasedBadge locale={locale} />
  if (leaves < today) return <Badge>{t.left}</Badge>
  return <Badge tone="warn">{t.leaves(formatShortDate(leaves, locale))}</Badge>
}

const isNumber = ({ kind }: Pick<FilterField, 'kind'>): boolean => kind === 'number' || kind === 'years'
