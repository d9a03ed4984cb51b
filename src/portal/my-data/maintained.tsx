import type { WorkspaceRow } from '../../db/schema'
import type { PortalField } from '../../domain/portal/settings'
import { EmailLink, PhoneLink } from '../../ui/contact-links'
import type { Locale } from '../../ui/i18n/locale'
import { labelOf } from '../../ui/person-fields/kind'
import { Quiet } from '../../ui/text'
import { myDataTexts } from '../texts/my-data'

type Props = { fields: PortalField[]; workspace: WorkspaceRow; locale: Locale }

/** Which fields of a card the office keeps, and whom to ask to have them changed; nothing if members can change all. */
export function Maintained({ fields, workspace, locale }: Props) {
  const t = myDataTexts(locale)
  const kept = fields.filter(({ isEditable }) => !isEditable)
  if (kept.length === 0) return null
  const labels = kept.map((field) => labelOf(field, locale))
  const what =
    kept.length === fields.length
      ? undefined
      : new Intl.ListFormat(locale.tag, { type: 'conjunction' }).format(labels)
  const { contactEmail, contactPhone } = workspace
  const way = contactEmail ? (
    <EmailLink email={contactEmail} />
  ) : (
    contactPhone && <PhoneLink phone={contactPhone} />
  )
  return (
    <Quiet>
      {t.maintained(what)}
      {way ? <>: {way}</> : '.'}
    </Quiet>
  )
}
