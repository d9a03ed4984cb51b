import type { Identity } from '../domain/portal/identity'
import { lookOf } from '../mail/look'
import type { Locale } from '../ui/i18n/locale'
import { footOf } from '../ui/mail/look'
import { MessagePage } from './layout'
import { messageTexts } from './texts/messages'

type Props = { workspace: Identity; locale: Locale }

/** What a portal says that is switched off, and whom to ask instead. */
export function ClosedPage({ workspace, locale }: Props) {
  const { title, lead } = messageTexts(locale).closed
  const contacts = footOf(lookOf(workspace, ''), locale).contacts.map(({ text }) => text)
  const whom = contacts.length > 0 ? contacts.join(', ') : workspace.name
  return <MessagePage title={title} lead={lead(whom)} {...{ workspace, locale }} />
}
