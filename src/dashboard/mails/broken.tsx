import type { MailRow } from '../../domain/mails/mail'
import { ButtonLink } from '../../ui/button'
import { Message } from '../../ui/message'
import { Source } from '../../ui/source'
import { StaffLayout, type Viewer } from '../layout'
import { mailsPath } from './path'
import { reviewTexts } from './texts-review'
import { writeTexts } from './texts-write'

/** A draft to persons whom its list cannot find any more. */
export function BrokenDraft({ mail, viewer }: { mail: MailRow; viewer: Viewer }) {
  const t = reviewTexts(viewer.locale)
  return (
    <StaffLayout title={mail.subject} viewer={viewer} section="mails">
      <Message title={t.broken} lead={t.brokenLead}>
        <Source>{mail.body}</Source>
        <ButtonLink kind="second" href={mailsPath(viewer, `/${mail.id}/delete`)}>
          {writeTexts(viewer.locale).remove}
        </ButtonLink>
      </Message>
    </StaffLayout>
  )
}
