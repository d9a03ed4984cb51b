import { type FeeQuery, readFeeQuery, writeFeeQuery } from '../../../domain/fees/browse-query'
import { DateField } from '../../../ui/choices'
import { FilterRow, Filters } from '../../../ui/filter'
import { SelectField } from '../../../ui/form'
import { formatShortDate } from '../../../ui/i18n/format'
import { FilterChips } from '../../../ui/tabs'
import { feesPath, withFeeQuery } from '../path'
import type { FeesProps } from '../props'
import { feeTexts } from '../texts'

const YEARS = 10

/** The conditions of the list as a form: due before, cost unit, year of the claim. */
export function FilterForm({ viewer, query, page }: FeesProps) {
  const { locale } = viewer
  const t = feeTexts(locale)
  const { due_before, cost_unit, year, person } = query
  const thisYear = Number(page.today.slice(0, 4))
  const years = new Set([
    ...Array.from({ length: YEARS }, (_, ago) => thisYear - ago),
    ...(year ? [year] : []),
  ])
  return (
    <Filters
      action={feesPath(viewer)}
      resetHref={feesPath(viewer, readFeeQuery({ status: query.status }))}
      hidden={hiddenQuery(query, 'due_before', 'cost_unit', 'year')}
      count={[due_before, cost_unit, year, person].filter((value) => value !== undefined).length}
      locale={locale}
    >
      <FilterRow label={t.dueBefore}>
        <DateField name="due_before" label={t.dueBefore} value={due_before ?? ''} />
        <SelectField
          name="cost_unit"
          label={t.costUnit}
          value={cost_unit ?? ''}
          options={[
            { value: '', label: t.anyCostUnit },
            ...page.costUnits.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          name="year"
          label={t.year}
          value={String(year ?? '')}
          options={[
            { value: '', label: t.anyYear },
            ...[...years].map((one) => ({ value: `${one}`, label: `${one}` })),
          ]}
        />
      </FilterRow>
    </Filters>
  )
}

/** What the list is narrowed by; each leads to the list without it. */
export function ActiveFilters({ viewer, query, page }: FeesProps) {
  const { locale } = viewer
  const t = feeTexts(locale)
  const { search, due_before, cost_unit, year, person } = query
  const without = (changes: Partial<FeeQuery>) => feesPath(viewer, withFeeQuery(query, changes))
  const name = page.fees[0]?.person_name
  const unit = page.costUnits.find(({ id }) => id === cost_unit)?.name ?? cost_unit
  const items = [
    search && { label: t.quoted(search), href: without({ search: '' }) },
    person && { label: name ? t.ofPerson(name) : t.onePerson, href: without({ person: undefined }) },
    due_before && {
      label: `${t.dueBefore} ${formatShortDate(due_before, locale)}`,
      href: without({ due_before: undefined }),
    },
    unit && { label: `${t.costUnit}: ${unit}`, href: without({ cost_unit: undefined }) },
    year && { label: `${t.year} ${year}`, href: without({ year: undefined }) },
  ].flatMap((item) => item || [])
  return items.length > 0 ? <FilterChips items={items} locale={locale} /> : null
}

/** A query with all its parts as the fields of a form, but those that the form has itself. */
export const hiddenQuery = (query: FeeQuery, ...own: (keyof FeeQuery)[]): Record<string, string> =>
  Object.fromEntries([...writeFeeQuery(query)].filter(([name]) => !own.some((key) => key === name)))
