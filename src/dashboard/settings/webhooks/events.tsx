import { HEARD } from '../../../domain/webhooks/heard'
import { Check } from '../../../ui/choices'
import { FieldGroup, inputId } from '../../../ui/form'
import { Fields } from '../../../ui/form-layout'
import type { Locale } from '../../../ui/i18n/locale'
import { wordOf } from '../../../ui/i18n/word-of'
import { Quiet } from '../../../ui/text'
import { Fold } from '../../../ui/timeline'
import { AREAS, type Area, eventTexts, type HeardAction, type HeardGroup } from './event-texts'
import { webhookPageTexts } from './texts'

const ALL = Object.entries(AREAS) as [Area, readonly HeardGroup[]][]
const ACTIONS = HEARD as HeardAction[]

const ofGroup = (group: HeardGroup): HeardAction[] =>
  ACTIONS.filter((action) => action.startsWith(`${group}.`))

/** What was chosen: whole areas, and single filters besides. */
type Chosen = { areas: Area[]; single: string[] }

/** The areas whose groups are all among some filters, and the filters of no such area. */
export function chosenIn(filters: readonly string[]): Chosen {
  const areas = ALL.filter(([, groups]) => groups.every((group) => filters.includes(`${group}.*`)))
  const covered = areas.flatMap(([, groups]) => groups)
  const single = filters.filter((filter) => !covered.some((group) => filter.startsWith(`${group}.`)))
  return { areas: areas.map(([area]) => area), single }
}

/** The filters that a form chose, each once: those of an area or a whole group stand for their single ones. */
export function filtersFrom(form: URLSearchParams): string[] {
  const areas = ALL.filter(([area]) => form.getAll('area').includes(area))
  const groups = areas.flatMap(([, groups]) => groups.map((group) => `${group}.*`))
  const given = [...new Set([...groups, ...form.getAll('event')])]
  const whole = given.filter((filter) => filter.endsWith('.*'))
  return given.filter(
    (filter) => filter.endsWith('.*') || !whole.some((group) => filter.startsWith(group.slice(0, -1))),
  )
}

/** The name of an event in words. */
export function eventName(type: string, locale: Locale): string {
  const t = eventTexts(locale)
  return wordOf({ ...t.actions, ...t.others }, type)
}

/** How many names a summary has. */
const NAMED = 4

/** What filters stand for, in one line. */
export function summaryOf(filters: readonly string[], locale: Locale, named = NAMED): string {
  const t = eventTexts(locale)
  const { areas, single } = chosenIn(filters)
  const names = [
    ...areas.map((area) => t.areas[area].label),
    ...single.map((filter) =>
      filter.endsWith('.*') ? wordOf(t.groups, filter.slice(0, -2)) : eventName(filter, locale),
    ),
  ]
  if (names.length <= named) return names.join(', ')
  const shown = names.slice(0, named - 1)
  return `${shown.join(', ')} ${webhookPageTexts(locale).more(names.length - shown.length)}`
}

type Props = { filters: readonly string[]; issue?: string | undefined; locale: Locale }

/** The choice of what a webhook hears of: areas, and single events behind folds. */
export function EventsField({ filters, issue, locale }: Props) {
  const t = eventTexts(locale)
  const { fields, single, singleHint } = webhookPageTexts(locale)
  const chosen = chosenIn(filters)
  return (
    <Fields>
      <FieldGroup label={fields.events.label} name="events" issue={issue}>
        <div>
          {ALL.map(([area]) => (
            <Check
              name="area"
              id={area === ALL[0]?.[0] ? inputId('events') : `area-${area}`}
              value={area}
              label={t.areas[area].label}
              hint={t.areas[area].hint}
              isChecked={chosen.areas.includes(area)}
            />
          ))}
        </div>
      </FieldGroup>
      <Fold label={single} isOpen={chosen.single.length > 0} ofForm>
        <Quiet>{singleHint}</Quiet>
        {ALL.flatMap(([, groups]) => groups).map((group) => (
          <SingleEvents group={group} chosen={chosen.single} locale={locale} />
        ))}
      </Fold>
    </Fields>
  )
}

type SingleProps = { group: HeardGroup; chosen: readonly string[]; locale: Locale }

function SingleEvents({ group, chosen, locale }: SingleProps) {
  const t = eventTexts(locale)
  const options = [
    { value: `${group}.*`, label: t.all(t.groups[group]) },
    ...ofGroup(group).map((action) => ({ value: action, label: t.actions[action] })),
  ]
  return (
    <Fold
      label={t.groups[group]}
      isOpen={options.some(({ value }) => chosen.includes(value))}
      ofForm
      id={`group-${group}`}
    >
      {options.map(({ value, label }) => (
        <Check
          name="event"
          id={`event-${value}`}
          value={value}
          label={label}
          hint={value}
          isChecked={chosen.includes(value)}
        />
      ))}
    </Fold>
  )
}
