import { dependsOnReader } from '../../domain/mails/placeholders'
import { isRefused } from '../../domain/mails/send'
import { ButtonLink } from '../../ui/button'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Columns, Stack } from '../../ui/stack'
import { StaffLayout } from '../layout'
import { mailsPath } from './path'
import { PreviewCard } from './preview-card'
import type { ReviewProps } from './props'
import { EmptyCard, ReachCard, SendCard } from './review-cards'
import { ReviewNotices } from './review-notices'
import { MailState } from './state'
import { MailSteps } from './steps'
import { mailsTexts } from './texts'
import { reviewTexts } from './texts-review'

/** The review of a draft: how it arrives, who gets it and who does not, and the buttons that try and send it. */
export function ReviewPage(props: ReviewProps) {
  const { review, viewer } = props
  const { locale } = viewer
  const { mail, samples } = review
  const t = reviewTexts(locale)
  const person = props.person ?? samples[0]?.id
  return (
    <StaffLayout title={mail.subject} viewer={viewer} section="mails">
      <PageHead
        title={mail.subject}
        badge={<MailState mail={mail} locale={locale} />}
        breadcrumb={
          <Breadcrumb
            items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
            locale={locale}
          />
        }
        actions={
          <>
            <ButtonLink kind="second" href={mailsPath(viewer, `/${mail.id}/edit`)} shortcut="e">
              {t.edit}
            </ButtonLink>
            <ButtonLink kind="plain" href={mailsPath(viewer, `/${mail.id}/delete`)}>
              {t.remove}
            </ButtonLink>
          </>
        }
      />
      <MailSteps first="write" backHref={mailsPath(viewer, `/${mail.id}/edit`)} viewer={viewer} />
      <ReviewNotices {...props} />
      <Columns hasSide>
        <PreviewCard {...{ mail, viewer, person }} samples={dependsOnReader(mail) ? samples : []} />
        <Stack>
          <ReachCard {...props} />
          <EmptyCard {...props} />
          <SendCard {...{ review, viewer, person }} isRefused={isRefused(review)} />
        </Stack>
      </Columns>
    </StaffLayout>
  )
}
