import type { Contact, Dues } from '../../domain/portal/dues'
import type { PortalSession } from '../../domain/portal/sessions'
import { EmailLink, PhoneLink } from '../../ui/contact-links'
import type { Locale } from '../../ui/i18n/locale'
import { transferTexts } from '../texts/transfer'

type Props = { dues: Dues; session: PortalSession; locale: Locale }

/** Whom members ask about money: the contact of the person's workspace, else that of the portal's, else the workspace itself. */
export function AskAboutMoney({ dues, session: { workspace }, locale }: Props) {
  const t = transferTexts(locale)
  const own = waysToReach(dues.contact)
  const portals = {
    name: workspace.contactName,
    email: workspace.contactEmail,
    phone: workspace.contactPhone,
  }
  const ways = own.length > 0 ? own : waysToReach(portals)
  if (ways.length === 0) return <p>{t.askAssociation(dues.person.workspaceName)}</p>
  return (
    <p>
      {t.questions}{' '}
      {ways.map((way, index) => (
        <>
          {index > 0 && ' · '}
          {way}
        </>
      ))}
    </p>
  )
}

const waysToReach = ({ name, email, phone }: Contact) =>
  [name, email && <EmailLink email={email} />, phone && <PhoneLink phone={phone} />].filter(Boolean)
