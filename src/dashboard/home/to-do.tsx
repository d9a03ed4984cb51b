import { permits } from '../../domain/access/authorize'
import { MAX_COUNTED } from '../../domain/staff/principal'
import type { Overview } from '../../domain/workspaces/overview'
import { Card } from '../../ui/card'
import { formatDate, formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { homeTexts } from './texts'

type Props = Pick<Overview, 'returnedFees' | 'dueCollections' | 'failedMails' | 'toRemind' | 'rulesOn'> & {
  viewer: Viewer
}

/** What waits for the viewer, as links. Every entry goes away by the work that it names. */
export function ToDo({ viewer: { staff, locale, hasPublicUrl }, ...overview }: Props) {
  const { returnedFees, dueCollections, failedMails, toRemind, rulesOn } = overview
  const t = homeTexts(locale)
  const counted = (count: number) =>
    count < MAX_COUNTED ? formatNumber(count, locale) : t.moreThan(formatNumber(MAX_COUNTED - 1, locale))
  const entry = (label: string, page: string) => <a href={pathIn(staff.workspace, page)}>{label}</a>
  const { applications, openLines } = staff
  const entries = [
    applications > 0 &&
      permits(staff, 'members:read') &&
      entry(t.applications(counted(applications)), '/applications'),
    openLines > 0 && permits(staff, 'bank:write') && entry(t.openLines(counted(openLines)), '/bank/lines'),
    returnedFees > 0 &&
      permits(staff, 'payments:write') &&
      entry(t.returned(counted(returnedFees)), '/fees?status=returned'),
    toRemind > 0 &&
      permits(staff, 'payments:write') &&
      entry(t.toRemind(counted(toRemind)), '/mails/reminders'),
    failedMails.count > 0 &&
      permits(staff, 'mails:send') &&
      entry(
        t.failedMails(formatNumber(failedMails.count, locale)),
        failedMails.mails === 1 ? `/mails/${failedMails.latest}` : '/mails',
      ),
    rulesOn > 0 &&
      !hasPublicUrl &&
      permits(staff, 'mails:send') &&
      entry(t.notSent(formatNumber(rulesOn, locale)), '/mails/automatic'),
    ...(permits(staff, 'collections:write') ? dueCollections : []).map(({ id, state, collection_date }) =>
      entry(t.collections[state](formatDate(collection_date, locale)), `/direct-debits/${id}`),
    ),
  ].filter((one) => one !== false)
  return (
    <Card title={t.toDo}>
      {entries.length > 0 ? <Lines items={entries.map((main) => ({ main }))} /> : <Quiet>{t.allDone}</Quiet>}
    </Card>
  )
}
