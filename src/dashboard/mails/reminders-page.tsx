import { BulkBar, BulkForm } from '../../ui/bulk'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Quiet } from '../../ui/text'
import { StaffLayout } from '../layout'
import { mailsPath } from './path'
import { PAYERS_SHOWN } from './reminders-choice'
import type { ReviewProps } from './reminders-props'
import { LeftOut, Undated, Undecided } from './reminders-rest'
import { PayerTable } from './reminders-table'
import { mailsTexts } from './texts'
import { reminderTexts } from './texts-reminders'

/** Why nothing was sent. */
export type Refusal = 'changed' | 'noneChosen' | 'overQuota'

/** Who would get a reminder of what, who not and why, and the button that sends them. */
export function RemindersPage({ refusal, ...props }: ReviewProps & { refusal: Refusal | undefined }) {
  const { reminders, viewer } = props
  const { locale } = viewer
  const t = reminderTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="mails" hasIssues={refusal === 'noneChosen'}>
      <PageHead
        title={t.title}
        lead={t.lead}
        breadcrumb={
          <Breadcrumb
            items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
            locale={locale}
          />
        }
        actions={
          <ButtonLink kind="second" href={mailsPath(viewer, '/automatic#reminders')}>
            {t.texts}
          </ButtonLink>
        }
      />
      {refusal && (
        <Notice tone={refusal === 'changed' ? 'warn' : 'bad'} title={t[refusal]}>
          <p>{t[`${refusal}Lead`]}</p>
        </Notice>
      )}
      <Chosen {...props} />
      {reminders.is_truncated && (
        <Notice tone="info" isQuiet>
          {t.truncated}
        </Notice>
      )}
      {reminders.payers.length > 0 ? <Review {...props} /> : <Empty title={t.nobody} lead={t.nobodyLead} />}
      <LeftOut {...props} />
      <Undecided {...props} />
      <Undated {...props} />
    </StaffLayout>
  )
}

/** What became of the fees that were chosen on a list. */
function Chosen({ reminders: { payers }, choice, viewer: { locale } }: ReviewProps) {
  const t = reminderTexts(locale)
  if (!choice.ofFees) return null
  return (
    <Notice tone={choice.notDue > 0 ? 'warn' : 'info'} isQuiet>
      <p>{t.chosen(formatNumber(payers.filter(choice.isChosen).length, locale))}</p>
      {choice.notDue > 0 && <p>{t.notDue(formatNumber(choice.notDue, locale))}</p>}
    </Notice>
  )
}

function Review(props: ReviewProps) {
  const { reminders, viewer } = props
  const { locale } = viewer
  const { payers, mark } = reminders
  const t = reminderTexts(locale)
  return (
    <BulkForm action={mailsPath(viewer, '/reminders')} hidden={{ mark }}>
      <PayerTable {...props} />
      {payers.length > PAYERS_SHOWN && (
        <Quiet>{t.more(formatNumber(PAYERS_SHOWN, locale), formatNumber(payers.length, locale))}</Quiet>
      )}
      <Quiet>{t.sendHint}</Quiet>
      <BulkBar actions={[{ label: t.send }]} locale={locale} />
    </BulkForm>
  )
}
