import type { LogActor, LogPage } from '../../domain/pages/log'
import type { LogQuery } from '../../domain/pages/log-query'
import { DateField } from '../../ui/choices'
import { FilterBar } from '../../ui/filter'
import { SelectField } from '../../ui/form'
import { FilterChips } from '../../ui/tabs'
import type { Viewer } from '../layout'
import { logPath } from './path'
import { logTexts } from './texts'

type Props = { viewer: Viewer; query: LogQuery }

/** The filters of the log, in one line: who, what, through which door, and the days. */
export function LogFilter({ viewer, query, actors }: Props & { actors: LogActor[] }) {
  const { locale } = viewer
  const t = logTexts(locale)
  const { subject, batch } = query
  return (
    <FilterBar
      action={logPath(viewer, {})}
      hidden={{ ...(subject && { subject }), ...(batch && { batch }) }}
      locale={locale}
    >
      <SelectField
        name="actor"
        label={t.who}
        value={query.actor ?? ''}
        options={[
          { value: '', label: t.anyone },
          ...actors.map(({ id, name, kind }) => ({
            value: id,
            label: kind === 'key' ? t.keyName(name) : name,
          })),
          ...optionsOf(t.actorKinds),
        ]}
      />
      <SelectField
        name="action"
        label={t.what}
        value={query.action ?? ''}
        options={[{ value: '', label: t.anything }, ...optionsOf(t.actions)]}
      />
      <SelectField
        name="door"
        label={t.door}
        value={query.door ?? ''}
        options={[{ value: '', label: t.anyDoor }, ...optionsOf(t.doors)]}
      />
      <DateField name="from" label={t.from} value={query.from ?? ''} />
      <DateField name="to" label={t.to} value={query.to ?? ''} />
    </FilterBar>
  )
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The filters that the form does not show, each as a link to the log without it. */
export function ActiveFilters({ viewer, query, page }: Props & { page: LogPage }) {
  const t = logTexts(viewer.locale)
  const { subject, batch, ...others } = query
  const name = page.entries[0]?.events[0].subject.name ?? t.thisSubject
  const items = [
    ...(subject
      ? [{ label: t.onlySubject(name), href: logPath(viewer, { ...others, ...(batch && { batch }) }) }]
      : []),
    ...(batch
      ? [{ label: t.onlyBatch, href: logPath(viewer, { ...others, ...(subject && { subject }) }) }]
      : []),
  ]
  return items.length > 0 ? <FilterChips items={items} locale={viewer.locale} /> : null
}
