import { effectOn, type JournalRow, type Place } from '../../domain/book/journal/page'
import { isNarrowed, writeJournalQuery } from '../../domain/book/journal/query'
import { lacksPlace } from '../../domain/book/places/is-unassigned'
import { Badge } from '../../ui/badge'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { Pager } from '../../ui/pager'
import { Stack } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { Digits, Quiet } from '../../ui/text'
import { personOf } from '../named'
import type { JournalProps } from './journal-props'
import { bookPath } from './paths'
import { bookTexts } from './texts'

/** The vouchers of a page of the journal, and links to the pages before and after it. */
export function JournalTable(props: JournalProps) {
  const { viewer, query, journal } = props
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const { sums, opening, cursors } = journal
  const pageHref = (cursor: string | null) =>
    cursor === null
      ? undefined
      : bookPath(viewer, '', { ...Object.fromEntries(writeJournalQuery(query)), cursor })
  return (
    <Stack gap="small">
      <Quiet>
        {sums ? t.sums(formatNumber(sums.count, locale), amount(sums.in), amount(sums.out)) : t.byDate}
      </Quiet>
      <Table
        caption={t.title}
        rows={journal.rows}
        rowId={({ id }) => id}
        columns={columnsOf(props, amount)}
        locale={locale}
      />
      {opening !== undefined && <Quiet>{t.opening(amount(opening))}</Quiet>}
      {(cursors.prev || cursors.next) && (
        <Pager
          from={undefined}
          rows={journal.rows.length}
          previousHref={pageHref(cursors.prev)}
          nextHref={pageHref(cursors.next)}
          locale={locale}
        />
      )}
    </Stack>
  )
}

function columnsOf(props: JournalProps, amount: (cents: number) => string): Column<JournalRow>[] {
  const { viewer, query } = props
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const transferred: Column<JournalRow> = {
    key: 'transferred',
    label: t.transferred,
    isNumeric: true,
    phone: 'labelled',
    cell: (row) => row.kind === 'transfer' && amount(effectOn(query.account, row)),
  }
  const columns: Column<JournalRow>[] = [
    { key: 'text', label: t.text, cell: (row) => <VoucherText row={row} {...props} /> },
    {
      key: 'number',
      label: t.number,
      isShort: true,
      phone: 'labelled',
      cell: ({ number }) => <Digits>{number}</Digits>,
    },
    { key: 'date', label: t.date, cell: ({ booked_on }) => formatShortDate(booked_on, locale) },
    {
      key: 'place',
      label: `${t.place}, ${t.sphere}`,
      cell: (row) => (
        <>
          {placesText(row, (place) => placeText(place), props)}
          <Spheres row={row} {...props} />
          {row.places.some((place) => lacksPlace(place, staff.workspace.isNonprofit)) && (
            <Badge tone="warn">{t.unassigned}</Badge>
          )}
        </>
      ),
    },
    {
      key: 'in',
      label: t.in,
      isNumeric: true,
      phone: 'labelled',
      cell: (row) => amountIn(row, 'in', amount),
    },
    {
      key: 'out',
      label: t.out,
      isNumeric: true,
      phone: 'labelled',
      cell: (row) => amountIn(row, 'out', amount),
    },
    ...(query.account === '' ? [] : [transferred]),
  ]
  if (isNarrowed(query)) return columns
  const balance: Column<JournalRow> = {
    key: 'balance',
    label: t.balance,
    isNumeric: true,
    phone: 'labelled',
    cell: (row) => row.balance !== undefined && amount(row.balance),
  }
  return [...columns, balance]
}

function VoucherText({ row, viewer, journal }: JournalProps & { row: JournalRow }) {
  const t = bookTexts(viewer.locale)
  const nameOf = (id: string | null) => journal.accounts.find((account) => account.id === id)?.name ?? ''
  const isTransfer = row.kind === 'transfer'
  const [from, to] = [nameOf(row.other_account_id), nameOf(row.account_id)]
  const moved = formatMoney(Math.abs(row.amount), viewer.staff.workspace.currency, viewer.locale)
  const [source, target] = row.amount < 0 ? [to, from] : [from, to]
  const detail = isTransfer
    ? t.moved(source, target, moved)
    : row.party && personOf({ person_name: row.party, namesake: row.namesake }, viewer)
  return (
    <>
      <a href={bookPath(viewer, `/${row.id}`)}>{row.text}</a>
      {detail && <Quiet>{detail}</Quiet>}
      {row.reverses && <Badge tone="warn">{t.reverses(row.partner ?? '')}</Badge>}
      {row.reversed_by && <Badge tone="warn">{t.isReversed(row.partner ?? '')}</Badge>}
    </>
  )
}

function Spheres({ row, ...props }: JournalProps & { row: JournalRow }) {
  const t = bookTexts(props.viewer.locale)
  const spheres = placesText(row, ({ sphere }) => sphere && t.spheres[sphere], props)
  return spheres ? <Quiet>{spheres}</Quiet> : null
}

const MAX_PLACES = 2

function placesText(row: JournalRow, textOf: (place: Place) => string | null, { viewer }: JournalProps) {
  const t = bookTexts(viewer.locale)
  const texts = [...new Set(row.places.flatMap((place) => textOf(place) ?? []))]
  const [shown, more] = [texts.slice(0, MAX_PLACES), texts.length - MAX_PLACES]
  return [...shown, ...(more > 0 ? [t.more_places(more)] : [])].join(', ')
}

/** A cost unit with its category, in one line; null if there is none. */
export const placeText = ({ costunit_name, category_name }: Partial<Place>): string | null =>
  !costunit_name ? null : [costunit_name, category_name].filter(Boolean).join(' › ')

/** What a voucher is in a column of the report. Nothing is shown of a transfer, and of the side that it leaves alone. */
function amountIn(row: JournalRow, side: 'in' | 'out', amount: (cents: number) => string) {
  return row[side] !== 0 && amount(row[side])
}
