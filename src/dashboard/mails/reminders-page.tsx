import { BulkBar, BulkForm } from '../../ui/bulk'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Quiet } from '../../ui/text'
import { StaffLayout } from '../layout'
import { mailsPath } from './path'
import { shownPayers } from './reminders-choice'
import type { RemindersProps } from './reminders-props'
import { LeftOut, Undated, Undecided } from './reminders-rest'
import { PayerTable } from './reminders-table'
import { MailSteps } from './steps'
import { mailsTexts } from './texts'
import { reminderTexts } from './texts-reminders'

/** Who can be reminded of what, who not and why, and the button that leads to the review of the mails. */
export function RemindersPage({ isNoneChosen, ...props }: RemindersProps & { isNoneChosen: boolean }) {
  const { reminders, viewer } = props
  const { locale } = viewer
  const t = reminderTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="mails" hasIssues={isNoneChosen}>
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
      <MailSteps first="choose" viewer={viewer} />
      {isNoneChosen && (
        <Notice tone="bad" title={t.noneChosen}>
          <p>{t.noneChosenLead}</p>
        </Notice>
      )}
      <Chosen {...props} />
      {reminders.is_truncated && (
        <Notice tone="info" isQuiet>
          {t.truncated}
        </Notice>
      )}
      {reminders.payers.length > 0 ? <Choose {...props} /> : <Empty title={t.nobody} lead={t.nobodyLead} />}
      <LeftOut {...props} />
      <Undecided {...props} />
      <Undated {...props} />
    </StaffLayout>
  )
}

/** What became of the fees that were chosen on a list. */
function Chosen({ reminders: { payers }, choice, viewer: { locale } }: RemindersProps) {
  const t = reminderTexts(locale)
  if (!choice.ofFees) return null
  return (
    <Notice tone={choice.notDue > 0 ? 'warn' : 'info'} isQuiet>
      <p>{t.chosen(formatNumber(payers.filter(choice.isChosen).length, locale))}</p>
      {choice.notDue > 0 && <p>{t.notDue(formatNumber(choice.notDue, locale))}</p>}
    </Notice>
  )
}

function Choose(props: RemindersProps) {
  const { reminders, viewer } = props
  const { locale } = viewer
  const t = reminderTexts(locale)
  const [shown, all] = [shownPayers(reminders).length, reminders.payers.length]
  return (
    <BulkForm action={mailsPath(viewer, '/reminders/review')} isQuery>
      <PayerTable {...props} />
      {all > shown && <Quiet>{t.more(formatNumber(shown, locale), formatNumber(all, locale))}</Quiet>}
      <Quiet>{t.nextHint}</Quiet>
      <BulkBar actions={[{ label: t.next }]} locale={locale} />
    </BulkForm>
  )
}
