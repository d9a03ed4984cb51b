import { SelectField } from '../ui/form'
import type { Locale } from '../ui/i18n/locale'
import { sphereHint, sphereOptions } from '../ui/i18n/spheres'

type Props = {
  name: string
  label: string
  value: string
  issue: string | undefined
  /** What the choice of no sphere says. */
  none: string
  locale: Locale
}

/** The field that asks for a sphere, with examples of each. */
export const SphereField = ({ none, locale, ...field }: Props) => (
  <SelectField
    {...field}
    hint={sphereHint(locale)}
    options={[{ value: '', label: none }, ...sphereOptions(locale)]}
  />
)
