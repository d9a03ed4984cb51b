import { SelectField } from '../../ui/form'
import type { Locale } from '../../ui/i18n/locale'
import type { Refused } from '../refused-fields'
import { SphereField } from '../sphere-field'
import { feeActTexts } from './act-texts'

/** The cost units that can be booked to, each with each of its categories and once without. */
export type CostUnitNames = { name: string; category: string | null }[]

type Props = {
  costUnits: CostUnitNames
  values: Record<string, string>
  refused: Refused
  locale: Locale
}

/** What money is booked to: a cost unit with its category in one choice, so that they fit, and a sphere. */
export function AssignmentFields({ costUnits, values, refused, locale }: Props) {
  const t = feeActTexts(locale)
  const none = { value: '', label: t.none }
  return (
    <>
      {costUnits.length > 0 && (
        <SelectField
          name="costunit_name"
          label={t.fields.costunit_name.label}
          value={values.costunit_name ?? ''}
          issue={refused.costunit_name}
          options={[
            none,
            ...costUnits.map(({ name, category }) => ({
              value: JSON.stringify([name, category]),
              label: category === null ? name : `${name} · ${category}`,
            })),
          ]}
        />
      )}
      <SphereField
        name="sphere"
        label={t.fields.sphere.label}
        value={values.sphere ?? ''}
        issue={refused.sphere}
        none={none.label}
        locale={locale}
      />
    </>
  )
}

/** The assignment that a form with {@link AssignmentFields} sends. */
export function assignmentOf(form: URLSearchParams) {
  const [costunit_name, category_name] = namesIn(form.get('costunit_name') ?? '')
  return { costunit_name, category_name, sphere: form.get('sphere') || null }
}

function namesIn(value: string): [string | null, string | null] {
  if (value === '') return [null, null]
  try {
    const [name, category] = JSON.parse(value)
    return [String(name), category === null ? null : String(category)]
  } catch {
    return [value, null]
  }
}
