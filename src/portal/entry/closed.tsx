import type { Identity } from '../../domain/portal/identity'
import { lookOf } from '../../mail/look'
import { formatDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { footOf } from '../../ui/mail/look'
import { MessagePage } from '../layout'
import { messageTexts } from '../texts/messages'

type Props = { workspace: Identity; locale: Locale }

/** What a portal says that is switched off, and whom to ask instead. */
export const ClosedPage = ({ workspace, locale }: Props) => (
  <MessagePage {...messageTexts(locale).closed} {...{ workspace, locale }}>
    <WhomToAsk {...{ workspace, locale }} />
  </MessagePage>
)

/** What a portal says to former members; `endedOn` is YYYY-MM-DD. */
export function MembershipEndedPage({ endedOn, workspace, locale }: Props & { endedOn: string }) {
  const { title, lead } = messageTexts(locale).membershipEnded
  return (
    <MessagePage title={title} lead={lead(formatDate(endedOn, locale))} {...{ workspace, locale }}>
      <WhomToAsk {...{ workspace, locale }} />
    </MessagePage>
  )
}

/** What a portal says to contacts who pay for nobody any more. */
export const PaysForNobodyPage = ({ workspace, locale }: Props) => (
  <MessagePage {...messageTexts(locale).paysForNobody} {...{ workspace, locale }}>
    <WhomToAsk {...{ workspace, locale }} />
  </MessagePage>
)

/** Name, email and phone of the contact, as links; else the name of the workspace. */
function WhomToAsk({ workspace, locale }: Props) {
  const { contacts } = footOf(lookOf(workspace, ''), locale)
  const ways = contacts.length > 0 ? contacts : [{ text: workspace.name, address: undefined }]
  return (
    <p>
      {messageTexts(locale).whomToAsk}{' '}
      {ways.map(({ text, address }, index) => (
        <>
          {index > 0 && ', '}
          {address ? <a href={address}>{text}</a> : text}
        </>
      ))}
    </p>
  )
}
