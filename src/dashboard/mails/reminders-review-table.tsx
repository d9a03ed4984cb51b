import type { ReminderMail } from '../../domain/mails/reminders/mails'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { type Column, Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { personPathIn } from '../paths'
import type { ReminderReviewProps } from './reminders-props'
import { FeesOfPayer } from './reminders-table'
import { reminderTexts } from './texts-reminders'

/** The mails that would be sent: to which address, about whose fees, of which level, and what is open. */
export function ReminderMails({ review: { mails, persons, total }, viewer }: ReminderReviewProps) {
  const { locale, staff } = viewer
  const t = reminderTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const columns: Column<ReminderMail>[] = [
    { key: 'email', label: t.columns.email, cell: ({ address }) => address },
    {
      key: 'name',
      label: t.columns.about,
      cell: ({ payers }) =>
        payers.map(({ person_id, list, name, fees }) => (
          <div>
            <a href={personPathIn(staff.workspace, list, person_id)}>{name}</a>
            <FeesOfPayer fees={fees} viewer={viewer} />
          </div>
        )),
    },
    {
      key: 'level',
      label: t.columns.level,
      cell: ({ level, isCopy }) => (
        <>
          {t.levels[level]}
          {isCopy && <Quiet>{t.copy}</Quiet>}
        </>
      ),
    },
    {
      key: 'total',
      label: t.columns.total,
      cell: (mail) => !mail.isCopy && money(mail.total),
      isNumeric: true,
      phone: 'aside',
    },
  ]
  return (
    <Table
      caption={t.mails}
      columns={columns}
      rows={mails}
      rowId={({ payers }) => `mail-${payers[0]?.person_id}`}
      locale={locale}
      sums={{ email: t.payers(formatNumber(persons, locale)), total: money(total) }}
    />
  )
}
