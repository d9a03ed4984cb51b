import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { SelectField } from '../../ui/form'
import type { Locale } from '../../ui/i18n/locale'
import { type PlaceValues, placeOptions } from '../places'
import { SphereField } from '../sphere-field'
import type { Refusals } from './refusal'
import { bookTexts } from './texts'

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
      <SphereField
        name={`${prefix}sphere`}
        label={labels.sphere}
        value={values.sphere}
        issue={refusals[`${prefix}sphere`]}
        none={noSphere}
        locale={locale}
      />
    </>
  )
}

/** What the fields of {@link PlaceFields} with a prefix say. */
export const placeIn = (form: URLSearchParams, prefix = ''): PlaceValues => ({
  place: form.get(`${prefix}place`) ?? '',
  sphere: form.get(`${prefix}sphere`) ?? '',
})
