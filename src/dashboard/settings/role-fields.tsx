import { ROLES } from '../../domain/staff/roles'
import { DateField, RadioGroup } from '../../ui/choices'
import type { Locale } from '../../ui/i18n/locale'
import type { Refused } from '../refused-fields'
import { layoutTexts } from '../texts'
import { settingsTexts } from './texts'

type Props = { role: string; endsOn: string; refused: Refused; locale: Locale }

/** The fields of what a member of staff does. */
export function RoleFields({ role, endsOn, refused, locale }: Props) {
  const { fields, roleHints } = settingsTexts(locale).staff
  const { roles } = layoutTexts(locale)
  return (
    <>
      <RadioGroup
        {...fields.role}
        name="role"
        value={role}
        issue={refused.role}
        options={ROLES.map((value) => ({ value, label: roles[value], hint: roleHints[value] }))}
      />
      <DateField {...fields.ends_on} name="ends_on" value={endsOn} issue={refused.ends_on} />
    </>
  )
}

/** What the fields were sent with. A date is ignored unless the role is that of an auditor. */
export function roleBody(form: URLSearchParams) {
  const role = form.get('role') ?? ''
  return { role, ends_on: (role === 'auditor' && form.get('ends_on')) || null }
}
