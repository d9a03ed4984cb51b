import { permits } from '../../domain/access/authorize'
import { DAILY_MAILS } from '../../domain/mails/quota'
import { formatNumber } from '../../ui/i18n/format'
import { DoneNotice, Notice } from '../../ui/notice'
import { pathIn } from '../paths'
import type { ReviewProps } from './props'
import { reviewTexts } from './texts-review'

/** What was done before, and what is in the way of sending. */
export function ReviewNotices({ review, viewer, done, isChanged = false }: ReviewProps) {
  const { staff, locale } = viewer
  const { mails, lacksPortal, sentToday } = review
  const t = reviewTexts(locale)
  return (
    <>
      {isChanged && (
        <Notice tone="warn" title={t.changed}>
          <p>{t.changedLead}</p>
        </Notice>
      )}
      <DoneNotice done={done} texts={{ tested: t.tested(staff.staff.email) }} />
      {done?.word === 'too_many' && <Notice tone="warn">{t.testTooMany}</Notice>}
      {done?.word === 'too_large' && <Notice tone="warn">{t.testTooLarge}</Notice>}
      {mails === 0 && (
        <Notice tone="warn" title={t.nobody}>
          <p>{t.nobodyLead}</p>
        </Notice>
      )}
      {lacksPortal && (
        <Notice tone="bad" title={t.lacksPortal}>
          <p>{t.lacksPortalLead}</p>
          {permits(staff, 'settings:write') && (
            <p>
              <a href={pathIn(staff.workspace, '/settings/portal')}>{t.toPortal}</a>
            </p>
          )}
        </Notice>
      )}
      {sentToday + mails > DAILY_MAILS && (
        <Notice tone="bad" title={t.overQuota}>
          <p>{t.overQuotaLead(formatNumber(Math.max(0, DAILY_MAILS - sentToday), locale))}</p>
        </Notice>
      )}
    </>
  )
}
