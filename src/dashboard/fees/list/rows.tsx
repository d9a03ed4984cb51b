import { permits } from '../../../domain/access/authorize'
import { FEES_PER_PAGE, isNarrowed, readFeeQuery, writeFeeQuery } from '../../../domain/fees/browse-query'
import type { ListedFee } from '../../../domain/fees/listed-fee'
import { MAX_FEES_MATCHED } from '../../../domain/fees/matching'
import { BulkBar, BulkForm } from '../../../ui/bulk'
import { ButtonLink } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Pager } from '../../../ui/pager'
import { Stack } from '../../../ui/stack'
import { Table } from '../../../ui/table'
import { Quiet } from '../../../ui/text'
import { named } from '../../named'
import { bulkTexts } from '../bulk-texts'
import { feesPath, withFeeQuery } from '../path'
import type { FeesProps } from '../props'
import { feeTexts } from '../texts'
import { actionsFor } from './actions'
import { feeColumns } from './table'

const NEWEST_FIRST = '-claimed'

/** The fees of a page, their sums, and what can be done with those that are chosen. */
export function FeeRows(props: FeesProps) {
  const { viewer, query, page } = props
  const { staff, locale } = viewer
  const { fees, totals, cursors, from } = page
  const t = feeTexts(locale)
  if (fees.length === 0) return <NoFees viewer={viewer} query={query} />
  const actions = actionsFor(staff, query).map((value) => ({
    label: bulkTexts(locale).actions[value],
    value,
  }))
  const table = (
    <Table
      caption={t.title}
      locale={locale}
      rows={fees}
      rowId={({ id }: ListedFee) => id}
      {...(actions.length > 0 && {
        selection: {
          name: 'id',
          label: (fee: ListedFee) => `${named(fee.person_name, fee.namesake, locale)}, ${fee.description}`,
        },
      })}
      columns={feeColumns(props)}
      sums={sumsOf(props)}
    />
  )
  const pageHref = (cursor: string | null, step: number) => {
    if (cursor === null) return undefined
    const address = writeFeeQuery(query)
    address.set('cursor', cursor)
    address.set('from', String(Math.max(1, from + step)))
    return feesPath(viewer, address)
  }
  return (
    <Stack gap="small">
      <Quiet>
        {t.orders[query.sort]}
        {query.sort !== NEWEST_FIRST && (
          <>
            {' · '}
            <a href={feesPath(viewer, withFeeQuery(query, { sort: NEWEST_FIRST }))}>{t.newestFirst}</a>
          </>
        )}
      </Quiet>
      {actions.length > 0 ? (
        <BulkForm
          action={feesPath(viewer, undefined, '/bulk')}
          hidden={{ query: writeFeeQuery(query).toString() }}
        >
          {table}
          <BulkBar
            actions={actions}
            {...(totals.count > fees.length && { total: Math.min(totals.count, MAX_FEES_MATCHED) })}
            locale={locale}
          />
        </BulkForm>
      ) : (
        table
      )}
      <Pager
        from={from}
        rows={fees.length}
        total={Math.min(totals.count, MAX_FEES_MATCHED)}
        isCapped={totals.isCapped}
        previousHref={pageHref(cursors.prev, -FEES_PER_PAGE)}
        nextHref={pageHref(cursors.next, fees.length)}
        locale={locale}
      />
    </Stack>
  )
}

/** The sums of all matches, on all pages. */
function sumsOf({ viewer: { staff, locale }, page: { totals } }: FeesProps) {
  const t = feeTexts(locale)
  const { count, amount, open, isCapped } = totals
  const money = (cents: number) => {
    const text = formatMoney(cents, staff.workspace.currency, locale)
    return isCapped ? t.atLeast(text) : text
  }
  const fees =
    isCapped && count > MAX_FEES_MATCHED
      ? t.moreThan(formatNumber(MAX_FEES_MATCHED, locale))
      : t.count(formatNumber(count, locale))
  return { person: fees, amount: money(amount), open: money(open) }
}

/** In place of the table: that nothing is here, or that nothing was found. */
function NoFees({ viewer, query }: Omit<FeesProps, 'page'>) {
  const { staff, locale } = viewer
  const t = feeTexts(locale)
  const all = feesPath(viewer, readFeeQuery({ status: 'all', search: query.search }))
  if (isNarrowed(query))
    return (
      <Empty
        title={t.nothingFound}
        lead={t.nothingFoundLead}
        action={
          <ButtonLink kind="second" href={all}>
            {t.showAll}
          </ButtonLink>
        }
      />
    )
  if (query.status !== 'all')
    return (
      <Empty
        title={t.emptySegments[query.status]}
        action={
          <ButtonLink kind="second" href={all}>
            {t.showAll}
          </ButtonLink>
        }
      />
    )
  return (
    <Empty
      title={t.emptyTitle}
      lead={t.emptyLead}
      action={
        permits(staff, 'fees:write') && (
          <ButtonLink href={feesPath(viewer, undefined, '/claim')}>{t.claim}</ButtonLink>
        )
      }
    />
  )
}
