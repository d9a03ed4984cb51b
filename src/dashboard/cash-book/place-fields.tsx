import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { SelectField } from '../../ui/form'
import type { Locale } from '../../ui/i18n/locale'
import { type PlaceValues, placeOptions } from '../places'
import type { Refused } from '../refused-fields'
import { SphereField } from '../sphere-field'
import { bookTexts } from './texts'

type Props = {
  costUnits: CostUnit[]
  values: PlaceValues
  refused: Refused
  /** What the names of the inputs begin with. */
  prefix?: string
  hint?: string
  locale: Locale
}

/** What money is booked to: a cost unit with its category in one choice, so that they fit, and a sphere. */
export function PlaceFields({ costUnits, values, refused, prefix = '', hint, locale }: Props) {
  const t = bookTexts(locale)
  const { none, noSphere } = t.entry
  return (
    <>
      <SelectField
        name={`${prefix}place`}
        label={t.fields.place.label}
        value={values.place}
        issue={refused[`${prefix}place`]}
        hint={hint}
        options={[{ value: '', label: none }, ...placeOptions(costUnits, values.place)]}
      />
      <SphereField
        name={`${prefix}sphere`}
        label={t.fields.sphere.label}
        value={values.sphere}
        issue={refused[`${prefix}sphere`]}
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
