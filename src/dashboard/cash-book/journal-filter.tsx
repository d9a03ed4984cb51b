import { isNarrowed, type JournalQuery, writeJournalQuery } from '../../domain/book/journal/query'
import { Check } from '../../ui/choices'
import { Filters, SearchForm } from '../../ui/filter'
import { SelectField } from '../../ui/form'
import { sphereOptions } from '../../ui/i18n/spheres'
import { FilterChips } from '../../ui/tabs'
import type { JournalProps } from './journal-props'
import { bookPath } from './paths'
import { bookTexts } from './texts'

/** The search of the journal, the filter beside it, and the conditions that it has now. */
export function JournalFilter({ viewer, query, journal }: JournalProps) {
  const { locale } = viewer
  const t = bookTexts(locale)
  const fieldsOf = (changes: Partial<JournalQuery>): Record<string, string> =>
    Object.fromEntries(writeJournalQuery({ ...query, ...changes }))
  const hrefOf = (changes: Partial<JournalQuery>): string => bookPath(viewer, '', fieldsOf(changes))
  const none = { place: '', sphere: '', unassigned: '' } as const
  const places = journal.costUnits.flatMap(({ id, name, categories }) => [
    { value: id, label: name },
    ...categories.map((category) => ({ value: `${id}.${category.id}`, label: `${name} › ${category.name}` })),
  ])
  const spheres = sphereOptions(locale)
  const labelIn = (options: { value: string; label: string }[], value: string) =>
    options.find((one) => one.value === value)?.label ?? value
  const conditions = [
    ...(query.text ? [{ label: t.containsText(query.text), href: hrefOf({ text: '' }) }] : []),
    ...(query.place ? [{ label: labelIn(places, query.place), href: hrefOf({ place: '' }) }] : []),
    ...(query.sphere ? [{ label: labelIn(spheres, query.sphere), href: hrefOf({ sphere: '' }) }] : []),
    ...(query.unassigned ? [{ label: t.unassigned, href: hrefOf({ unassigned: '' }) }] : []),
  ]
  return (
    <>
      <SearchForm
        action={bookPath(viewer)}
        name="text"
        label={t.search}
        value={query.text}
        hidden={fieldsOf({ text: '' })}
        locale={locale}
        actions={
          <Filters
            action={bookPath(viewer)}
            resetHref={hrefOf({ ...none, text: '' })}
            hidden={fieldsOf(none)}
            count={conditions.length - (query.text ? 1 : 0)}
            locale={locale}
          >
            <SelectField
              name="place"
              label={t.filterPlace}
              value={query.place}
              options={[{ value: '', label: t.any }, ...places]}
            />
            <SelectField
              name="sphere"
              label={t.filterSphere}
              value={query.sphere}
              options={[{ value: '', label: t.any }, ...spheres]}
            />
            <Check name="unassigned" label={t.onlyUnassigned} isChecked={query.unassigned === '1'} />
          </Filters>
        }
      />
      {isNarrowed(query) && <FilterChips items={conditions} locale={locale} />}
    </>
  )
}
