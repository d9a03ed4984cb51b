import type { UnassignedLine } from '../../domain/book/vouchers/unassigned'
import { formatMoney, formatShortDate } from '../../ui/i18n/format'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { placeText } from './journal-rows'
import { bookPath } from './paths'
import { bookTexts } from './texts'

type Props = { lines: UnassignedLine[]; chosen: string[]; viewer: Viewer; year: number }

/** The lines that are booked to nothing yet, each with a box. */
export function UnassignedTable({ lines, chosen, viewer, year }: Props) {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const details = (line: UnassignedLine) => [line.lineText, line.party, placeText(line)].filter(Boolean)
  const nameOf = ({ year, number, line }: UnassignedLine) => t.assigning.line(`${year}-${number}`, line)
  return (
    <Table
      caption={t.assigning.title(year)}
      rows={lines}
      rowId={({ id, line }) => `${id}.${line}`}
      selection={{
        name: 'line',
        label: nameOf,
        isChosen: ({ id, line }) => chosen.includes(`${id}.${line}`),
      }}
      locale={locale}
      columns={[
        {
          key: 'text',
          label: t.text,
          cell: (line) => (
            <>
              <a href={bookPath(viewer, `/${line.id}`)}>{line.text}</a>
              {details(line).length > 0 && <Quiet>{details(line).join(' · ')}</Quiet>}
            </>
          ),
        },
        { key: 'number', label: t.number, isShort: true, cell: nameOf },
        { key: 'date', label: t.date, cell: ({ booked_on }) => formatShortDate(booked_on, locale) },
        {
          key: 'amount',
          label: t.voucher.amount,
          isNumeric: true,
          phone: 'aside',
          cell: ({ amount }) => formatMoney(amount, staff.workspace.currency, locale),
        },
      ]}
    />
  )
}
