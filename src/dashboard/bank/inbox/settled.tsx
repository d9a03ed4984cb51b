import type { SettledLine, SettledLines } from '../../../domain/bank/lines/settled'
import { Empty } from '../../../ui/empty'
import { formatMoney, formatShortDate } from '../../../ui/i18n/format'
import { Pager } from '../../../ui/pager'
import { type Column, Table } from '../../../ui/table'
import type { Viewer } from '../../layout'
import { bankPath, linePath } from '../paths'
import { mayAct } from './suggestion'
import { linesTexts } from './texts'
import { UndoForm } from './undo-form'

type Props = { settled: SettledLines; state: 'done' | 'ignored'; viewer: Viewer }

/** The lines that are done or ignored, the newest first, each with an undo. */
export function Settled({ settled: { lines, cursors, accounts }, state, viewer }: Props) {
  const { locale } = viewer
  const t = linesTexts(locale)
  const columns: (Column<SettledLine> | false)[] = [
    {
      key: 'party',
      label: t.party,
      cell: ({ id, party_name }) => <a href={linePath(viewer, id)}>{party_name ?? t.unnamed}</a>,
    },
    {
      key: 'became',
      label: state === 'done' ? t.became : t.reason,
      cell: ({ booked_as, ignore_reason }) => booked_as ?? ignore_reason,
    },
    { key: 'date', label: t.date, cell: ({ booked_on }) => formatShortDate(booked_on, locale) },
    accounts.length > 1 && {
      key: 'account',
      label: t.account,
      cell: ({ account_id }) => accounts.find(({ id }) => id === account_id)?.name,
    },
    {
      key: 'amount',
      label: t.amount,
      isNumeric: true,
      phone: 'aside',
      cell: ({ amount, currency }) => formatMoney(amount, currency, locale),
    },
    mayAct(viewer) && {
      key: 'undo',
      label: t.undo,
      cell: (line) => <UndoForm line={line} viewer={viewer} from={state} />,
    },
  ]
  const hrefOf = (cursor: string) => bankPath(viewer, `/lines?state=${state}&cursor=${cursor}`)
  return (
    <>
      <Table
        caption={t.states[state]}
        locale={locale}
        rows={lines}
        rowId={({ id }) => id}
        columns={columns.filter((column) => column !== false)}
        empty={<Empty {...(state === 'done' ? t.emptyDone : t.emptyIgnored)} />}
      />
      {(cursors.prev || cursors.next) && (
        <Pager
          from={undefined}
          rows={lines.length}
          locale={locale}
          {...(cursors.prev && { previousHref: hrefOf(cursors.prev) })}
          {...(cursors.next && { nextHref: hrefOf(cursors.next) })}
        />
      )}
    </>
  )
}
