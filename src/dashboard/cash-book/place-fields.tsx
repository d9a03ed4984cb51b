import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { type Option, SelectField } from '../../ui/form'
import type { Locale } from '../../ui/i18n/locale'
import type { Refusals } from './refusal'
import { bookTexts } from './texts'

export type PlaceValues = { place: string; sphere: string }

type Props = {
  costUnits: CostUnit[]
  values: PlaceValues
  refusals: Refusals
  /** What the names of the inputs begin with. */
  prefix?: string
  hint?: string
  locale: Locale
}

/** What money is booked to: a cost unit with its category in one choice, so that they fit, and a sphere. */
export function PlaceFields({ costUnits, values, refusals, prefix = '', hint, locale }: Props) {
  const t = bookTexts(locale)
  const { labels, none, noSphere } = t.entry
  return (
    <>
      <SelectField
        name={`${prefix}place`}
        label={labels.place}
        value={values.place}
        issue={refusals[`${prefix}place`]}
        hint={hint}
        options={[{ value: '', label: none }, ...placeOptions(costUnits, values.place)]}
      />
      <SelectField
        name={`${prefix}sphere`}
        label={labels.sphere}
        value={values.sphere}
        issue={refusals[`${prefix}sphere`]}
        options={[
          { value: '', label: noSphere },
          ...Object.entries(t.spheres).map(([value, label]) => ({ value, label })),
        ]}
      />
    </>
  )
}

/** The value of a choice: the names of a cost unit and of its category. */
export const placeValue = (costUnit: string | null, category: string | null = null): string =>
  costUnit === null ? '' : JSON.stringify(category === null ? [costUnit] : [costUnit, category])

/** What the fields of {@link PlaceFields} with a prefix say. */
export const placeIn = (form: URLSearchParams, prefix = ''): PlaceValues => ({
  place: form.get(`${prefix}place`) ?? '',
  sphere: form.get(`${prefix}sphere`) ?? '',
})

/** The assignment that the values mean. */
export function assignmentOf({ place, sphere }: PlaceValues) {
  const [costunit_name = null, category_name = null] = namesIn(place)
  return { costunit_name, category_name, sphere: sphere || null }
}

function namesIn(place: string): string[] {
  try {
    const names: unknown = JSON.parse(place || '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return [place]
  }
}

// A cost unit that was archived since stays a choice where it is the value.
function placeOptions(costUnits: CostUnit[], current: string): Option[] {
  const options = costUnits.flatMap(({ name, categories }) => [
    { value: placeValue(name), label: name },
    ...categories.map((category) => ({
      value: placeValue(name, category.name),
      label: `${name} › ${category.name}`,
    })),
  ])
  const isKnown = current === '' || options.some(({ value }) => value === current)
  return isKnown ? options : [...options, { value: current, label: namesIn(current).join(' › ') }]
}
