import { DAILY_MAILS } from '../../domain/mails/quota'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Actions, Columns, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout } from '../layout'
import { mailsPath } from './path'
import { ReminderPreview } from './reminders-preview'
import type { ReminderReviewProps } from './reminders-props'
import { ReminderMails } from './reminders-review-table'
import { MailSteps } from './steps'
import { mailsTexts } from './texts'
import { reminderTexts } from './texts-reminders'
import { reviewTexts } from './texts-review'

/** The mails that remind those who were chosen: how many, to whom, how one arrives, and the button that sends them. */
export function RemindersReview(props: ReminderReviewProps) {
  const { review, personIds, viewer } = props
  const { locale } = viewer
  const t = reminderTexts(locale)
  const change = new URLSearchParams(personIds.map((id) => ['person', id]))
  const backHref = `${mailsPath(viewer, '/reminders')}?${change}`
  return (
    <StaffLayout title={t.reviewTitle} viewer={viewer} section="mails" hasIssues={props.isTooMany}>
      <PageHead
        title={t.reviewTitle}
        breadcrumb={
          <Breadcrumb
            items={[
              { label: mailsTexts(locale).title, href: mailsPath(viewer) },
              { label: t.title, href: mailsPath(viewer, '/reminders') },
            ]}
            locale={locale}
          />
        }
        actions={
          <ButtonLink kind="second" href={backHref}>
            {t.change}
          </ButtonLink>
        }
      />
      <MailSteps first="choose" backHref={backHref} viewer={viewer} />
      <ReviewNotices {...props} />
      {review.mails.length > 0 && (
        <Columns hasSide>
          <Stack>
            <ReminderPreview {...props} />
            <ReminderMails {...props} />
          </Stack>
          <Stack>
            <Reach {...props} />
            <Send {...props} />
          </Stack>
        </Columns>
      )}
    </StaffLayout>
  )
}

function ReviewNotices({ review, isChanged, isTooMany, viewer: { locale } }: ReminderReviewProps) {
  const t = reminderTexts(locale)
  const { mails, gone, sentToday } = review
  return (
    <>
      {isChanged && (
        <Notice tone="warn" title={t.changed}>
          <p>{t.changedLead}</p>
        </Notice>
      )}
      {gone > 0 && (
        <Notice tone="warn" isQuiet>
          {t.gone(formatNumber(gone, locale))}
        </Notice>
      )}
      {mails.length === 0 && (
        <Notice tone="info" title={t.nobody}>
          <p>{t.nobodyLeft}</p>
        </Notice>
      )}
      {isTooMany && (
        <Notice tone="bad" title={t.overQuota}>
          <p>
            {reviewTexts(locale).overQuotaLead(formatNumber(Math.max(0, DAILY_MAILS - sentToday), locale))}
          </p>
        </Notice>
      )}
    </>
  )
}

/** How many persons get how many mails, of which level, and what is open in all. */
function Reach({ review: { mails, persons, total }, viewer }: ReminderReviewProps) {
  const { staff, locale } = viewer
  const t = reminderTexts(locale)
  const texts = reviewTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  const reach = texts.reach(texts.persons(number(persons)), texts.mails(number(mails.length)), persons === 1)
  const ofLevel = (level: number) => mails.filter((mail) => mail.level === level).length
  const levels = ([1, 2, 3] as const).filter((level) => ofLevel(level) > 0)
  return (
    <Card title={texts.who}>
      <Stack gap="small">
        <p>
          <b>{reach}</b>
        </p>
        <p>{levels.map((level) => `${t.levels[level]}: ${number(ofLevel(level))}`).join(' · ')}</p>
        <p>{t.openInAll(formatMoney(total, staff.workspace.currency, locale))}</p>
        {persons > mails.length && <Quiet>{texts.shared}</Quiet>}
      </Stack>
    </Card>
  )
}

function Send({ review, personIds, isTooMany, viewer }: ReminderReviewProps) {
  const { locale } = viewer
  const t = reminderTexts(locale)
  const { mails, mark, sentToday } = review
  const hidden = new URLSearchParams([['mark', mark], ...personIds.map((id) => ['id', id])])
  return (
    <Card title={reviewTexts(locale).send}>
      <Stack>
        {!isTooMany && (
          <Form action={mailsPath(viewer, '/reminders/send')} hidden={hidden}>
            <Actions>
              <Button>{t.send(formatNumber(mails.length, locale))}</Button>
            </Actions>
          </Form>
        )}
        <Quiet>{t.sendHint}</Quiet>
        <Quiet>
          {reviewTexts(locale).quota(formatNumber(sentToday, locale), formatNumber(DAILY_MAILS, locale))}
        </Quiet>
      </Stack>
    </Card>
  )
}
