import { permits } from '../../domain/access/authorize'
import type { Permission } from '../../domain/access/permissions'
import { uncheckedRestore } from '../../domain/collections/unchecked'
import { MAX_LOOKED } from '../../domain/mails/reminders/count'
import type { Overview } from '../../domain/pages/home/overview'
import { GUARDIAN, PAYER } from '../../domain/person-fields/fields'
import { MAX_COUNTED } from '../../domain/staff/principal'
import { Card } from '../../ui/card'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Quiet } from '../../ui/text'
import { runTitle, whatOf } from '../dues/run-path'
import { TO_DECEASED, TO_WITHOUT } from '../families/paths'
import type { Viewer } from '../layout'
import { TO_WITHDRAWN } from '../mandates/path'
import { pathIn } from '../paths'
import { TO_RESIGNATIONS } from '../resignations/paths'
import { homeTexts } from './texts'

type Props = Overview & { viewer: Viewer }

/** A thing that waits, with the permission to do it. */
type Entry = { permission: Permission; label: string; page: string }

/** What waits for the viewer, as links. Every entry goes away by the work that it names. */
export function ToDo({ viewer, ...overview }: Props) {
  const { staff, locale } = viewer
  const t = homeTexts(locale)
  const entries = [
    ...inboxes(viewer, overview),
    ...duesRuns(viewer, overview),
    ...collections(viewer, overview),
    ...statements(viewer, overview),
    ...(staff.workspace.keepsBook ? [...differentBanks(viewer, overview), ...book(viewer, overview)] : []),
  ]
  const own = entries.filter(({ permission }) => permits(staff, permission))
  const items = own.map(({ label, page }) => ({ main: <a href={pathIn(staff.workspace, page)}>{label}</a> }))
  const mayAct = permits(staff, 'members:write') || permits(staff, 'payments:write')
  return (
    <Card title={t.toDo}>
      {items.length > 0 ? <Lines items={items} /> : <Quiet>{mayAct ? t.allDone : t.nothingForYou}</Quiet>}
    </Card>
  )
}

/** Persons, lines, fees and mails that wait. */
function inboxes(viewer: Viewer, overview: Overview): Entry[] {
  const { staff, locale, hasPublicUrl } = viewer
  const {
    returnedFees,
    toRemind,
    failedMails,
    heldMails,
    rulesOn,
    waitingAccounts,
    withoutPayer,
    withoutGuardian,
    deceased,
    resignations,
    withdrawals,
    lateLines,
  } = overview
  const t = homeTexts(locale)
  const number = (count: number) => formatNumber(count, locale)
  const counted = (count: number) =>
    count < MAX_COUNTED ? number(count) : t.moreThan(number(MAX_COUNTED - 1))
  const persons = toRemind.looked < MAX_LOOKED ? number(toRemind.count) : t.moreThan(number(toRemind.count))
  const { applications, openLines } = staff
  const entry = (count: number, permission: Permission, page: string, label: string): Entry[] =>
    count > 0 ? [{ permission, page, label }] : []
  return [
    ...entry(heldMails, 'mails:send', '/mails/held', t.heldMails(number(heldMails))),
    ...entry(
      staff.workspace.creditorId && uncheckedRestore(staff.workspace) ? 1 : 0,
      'collections:write',
      '/direct-debits/restored',
      t.uncheckedDebits,
    ),
    ...entry(applications, 'members:write', '/applications', t.applications(counted(applications))),
    ...waitingAccounts.flatMap(({ id, list, count }) =>
      entry(count, 'bank_accounts:write', `/${list}/import/${id}/check`, t.waitingAccounts(number(count))),
    ),
    ...entry(
      withoutPayer,
      permits(staff, 'members:write') ? 'members:write' : 'bank_accounts:write',
      TO_WITHOUT[PAYER],
      t.withoutPayer(number(withoutPayer)),
    ),
    ...entry(
      withoutGuardian,
      'members:write',
      TO_WITHOUT[GUARDIAN],
      t.withoutGuardian(number(withoutGuardian)),
    ),
    ...entry(resignations, 'members:write', TO_RESIGNATIONS, t.resignations(number(resignations))),
    ...entry(withdrawals, 'members:write', TO_WITHDRAWN, t.withdrawals(number(withdrawals))),
    ...entry(deceased, 'fees:write', TO_DECEASED, t.deceased(number(deceased))),
    ...entry(
      openLines,
      'bank:write',
      '/bank/lines',
      lateLines > 0 ? t.lateLines(counted(openLines), counted(lateLines)) : t.openLines(counted(openLines)),
    ),
    ...entry(returnedFees, 'payments:write', '/fees?status=returned', t.returned(counted(returnedFees))),
    ...entry(toRemind.count, 'payments:write', '/mails/reminders', t.toRemind(persons)),
    ...entry(
      failedMails.count,
      'mails:send',
      failedMails.mails === 1 ? `/mails/${failedMails.latest}` : '/mails',
      t.failedMails(number(failedMails.count)),
    ),
    ...entry(hasPublicUrl ? 0 : rulesOn, 'mails:send', '/mails/automatic', t.notSent(number(rulesOn))),
  ]
}

/** The runs of dues that come next, each as its preview: nothing is claimed by itself. */
const duesRuns = (viewer: Viewer, { proposedRuns }: Overview): Entry[] =>
  proposedRuns.map((plan) => ({
    permission: 'fees:write',
    page: `/fees/runs/check?${new URLSearchParams({ what: whatOf(plan.id, plan.period) })}`,
    label: homeTexts(viewer.locale).duesRun(runTitle(plan, plan.period, viewer)),
  }))

function collections(
  { locale }: Viewer,
  { dueCollections, unannounced, withdrawnDebits }: Overview,
): Entry[] {
  const t = homeTexts(locale)
  const permission: Permission = 'collections:write'
  return [
    ...dueCollections.map(({ id, state, collection_date }) => ({
      permission,
      page: `/direct-debits/${id}`,
      label: t.collections[state](formatDate(collection_date, locale)),
    })),
    ...unannounced.map(({ id, collection_date }) => ({
      permission,
      page: `/direct-debits/${id}`,
      label: t.unannounced(formatDate(collection_date, locale)),
    })),
    ...[...Map.groupBy(withdrawnDebits, ({ collectionId }) => collectionId)].map(([id, debits]) => ({
      permission,
      page: `/direct-debits/${id}`,
      label: t.withdrawn(formatNumber(debits.length, locale)),
    })),
  ]
}

function statements({ locale }: Viewer, { missingStatements }: Overview): Entry[] {
  const t = homeTexts(locale)
  const day = (date: string) => formatDate(date, locale)
  return missingStatements.map(({ id, name, after, before }) => ({
    permission: 'bank:write',
    page: `/bank/accounts/${id}`,
    label: before ? t.gap(name, day(after), day(before)) : t.noStatement(name, day(after)),
  }))
}

const differentBanks = ({ locale, staff }: Viewer, { differentBanks }: Overview): Entry[] =>
  differentBanks.map(({ id, name, on, difference }) => ({
    permission: 'bank:write',
    page: `/bank/accounts/${id}/reconciliation?on=${on}`,
    label: homeTexts(locale).differs(
      name,
      formatDate(on, locale),
      formatMoney(Math.abs(difference), staff.workspace.currency, locale),
    ),
  }))

function book({ locale }: Viewer, { book }: Overview): Entry[] {
  const t = homeTexts(locale)
  const { unassignedYear, unassignedLines, waitingPayments, yearToClose } = book
  const counted = (count: number) =>
    count < MAX_COUNTED ? formatNumber(count, locale) : t.moreThan(formatNumber(MAX_COUNTED - 1, locale))
  return [
    ...(unassignedYear === null
      ? []
      : [
          {
            permission: 'bookkeeping:write' as const,
            page: `/cash-book/assign?year=${unassignedYear}`,
            label: t.unassigned(counted(unassignedLines), unassignedYear),
          },
        ]),
    ...(waitingPayments === 0
      ? []
      : [
          {
            permission: 'bookkeeping:write' as const,
            page: '/cash-book/fees',
            label: t.waitingPayments(counted(waitingPayments)),
          },
        ]),
    ...(yearToClose === null
      ? []
      : [
          {
            permission: 'bookkeeping:write' as const,
            page: `/cash-book/close?year=${yearToClose}`,
            label: t.yearToClose(yearToClose),
          },
        ]),
  ]
}
