import type { MyData } from '../../domain/portal/my-data'
import type { PortalField } from '../../domain/portal/settings'
import type { Locale } from '../../ui/i18n/locale'
import { FieldValue } from '../../ui/person-fields/value'

type Props = { field: PortalField; data: MyData; locale: Locale }

/** The e-mail address in the card of contacts, whose form does not have it: a new one must be confirmed. */
export const EmailRow = ({ field, data: { person }, locale }: Props) => (
  <FieldValue field={field} value={person.email} locale={locale} />
)
