import type { ReminderPayer } from '../../domain/mails/reminders/proposal'
import { Badge } from '../../ui/badge'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { type Column, Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { shownPayers } from './reminders-choice'
import type { RemindersProps } from './reminders-props'
import { reminderTexts } from './texts-reminders'

/** Who would get a reminder, each with a checkbox, and the sum of what they owe. */
export function PayerTable({ reminders, choice, viewer }: RemindersProps) {
  const { locale, staff } = viewer
  const t = reminderTexts(locale)
  const payers = shownPayers(reminders)
  const total = payers.reduce((sum, payer) => sum + payer.total, 0)
  return (
    <Table
      caption={t.title}
      columns={columnsOf(viewer)}
      rows={payers}
      rowId={({ person_id }) => person_id}
      locale={locale}
      selection={{ name: 'id', label: ({ name }) => name, isChosen: choice.isChosen }}
      sums={{
        name: t.payers(formatNumber(payers.length, locale)),
        total: formatMoney(total, staff.workspace.currency, locale),
      }}
    />
  )
}

function columnsOf(viewer: Viewer): Column<ReminderPayer>[] {
  const { locale, staff } = viewer
  const t = reminderTexts(locale)
  return [
    {
      key: 'name',
      label: t.columns.name,
      cell: ({ person_id, list, name }) => (
        <a href={personPathIn(staff.workspace, list, person_id)}>{name}</a>
      ),
    },
    { key: 'fees', label: t.columns.fees, cell: ({ fees }) => <FeesOfPayer fees={fees} viewer={viewer} /> },
    {
      key: 'level',
      label: t.columns.level,
      cell: ({ fees, level }) => {
        const before = Math.max(...fees.map((fee) => fee.level)) as 0 | 1 | 2
        return (
          <>
            <Quiet>{before === 0 ? t.never : t.levels[before]} →</Quiet>
            <Badge {...(level > 1 && { tone: 'warn' as const })}>{t.levels[level]}</Badge>
          </>
        )
      },
    },
    {
      key: 'email',
      label: t.columns.email,
      cell: ({ email, copies }) => (
        <>
          {email}
          {copies.map((copy) => (
            <Quiet>{t.copyTo(copy.name)}</Quiet>
          ))}
        </>
      ),
    },
    {
      key: 'total',
      label: t.columns.total,
      cell: ({ total }) => formatMoney(total, staff.workspace.currency, locale),
      isNumeric: true,
      phone: 'aside',
    },
  ]
}

/** How many fees of a payer are shown. */
const FEES_SHOWN = 5

/** The fees of a payer, each with a link. */
export function FeesOfPayer({ fees, viewer }: Pick<ReminderPayer, 'fees'> & { viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = reminderTexts(locale)
  return (
    <>
      {fees.slice(0, FEES_SHOWN).map(({ id, description, open, due_on, owner }) => (
        <div>
          {owner && `${owner.name}: `}
          <a href={pathIn(staff.workspace, `/fees/${id}`)}>{description}</a>{' '}
          {fees.length > 1 && formatMoney(open, staff.workspace.currency, locale)}
          <Quiet>{t.dueSince(formatShortDate(due_on, locale))}</Quiet>
        </div>
      ))}
      {fees.length > FEES_SHOWN && (
        <Quiet>{t.moreFees(formatNumber(fees.length - FEES_SHOWN, locale))}</Quiet>
      )}
    </>
  )
}
