import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import {
  type CollectionsPage,
  type ListedCollection,
  viewCollections,
} from '../../domain/collections/view-list'
import type { Env } from '../../env'
import { takeDone } from '../../http/done'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { CreditorMissing } from './creditor-missing'
import { debitsPath, RUNNING } from './path'
import { StateBadge } from './state'
import { listTexts } from './texts'

/** The collections of direct debits, newest first. */
export const listPage = new Hono<Env>().get('/:workspace/direct-debits', async (c) => {
  const before = c.req.query('before')
  const page = await viewCollections(c.var.staff, { before })
  const isRunning = takeDone(c)?.word === RUNNING
  return c.html(<ListPage {...{ page, before, isRunning }} viewer={viewerOf(c)} />)
})

type Props = { page: CollectionsPage; before: string | undefined; isRunning: boolean; viewer: Viewer }

function ListPage({ page, before, isRunning, viewer }: Props) {
  const { staff, locale } = viewer
  const t = listTexts(locale)
  const mayCollect = permits(staff, 'collections:write')
  const add = mayCollect && staff.workspace.creditorId && (
    <ButtonLink href={debitsPath(viewer, '/new')} icon="plus" shortcut="n">
      {t.add}
    </ButtonLink>
  )
  const isEmpty = page.collections.length === 0 && !before
  return (
    <StaffLayout title={t.title} viewer={viewer} section="directDebits">
      {isRunning && <Notice tone="info">{t.running}</Notice>}
      <PageHead title={t.title} lead={t.lead} actions={!isEmpty && add} />
      {!staff.workspace.creditorId && <CreditorMissing owners={page.owners} viewer={viewer} />}
      <Table
        caption={t.title}
        columns={columnsOf(viewer)}
        rows={page.collections}
        rowId={({ id }) => id}
        locale={locale}
        empty={isEmpty && <Empty title={t.none} lead={t.noneLead} action={add} />}
      />
      {(before || page.next) && (
        <Actions>
          {before && (
            <ButtonLink kind="second" href={debitsPath(viewer)}>
              {t.newest}
            </ButtonLink>
          )}
          {page.next && (
            <ButtonLink
              kind="second"
              href={debitsPath(viewer, '', new URLSearchParams({ before: page.next }))}
            >
              {t.older}
            </ButtonLink>
          )}
        </Actions>
      )}
    </StaffLayout>
  )
}

function columnsOf(viewer: Viewer): Column<ListedCollection>[] {
  const { locale } = viewer
  const t = listTexts(locale)
  return [
    {
      key: 'date',
      label: t.columns.date,
      cell: ({ id, collection_date }) => (
        <a href={debitsPath(viewer, `/${id}`)}>{formatDate(collection_date, locale)}</a>
      ),
    },
    {
      key: 'state',
      label: t.columns.state,
      cell: ({ state }) => <StateBadge state={state} locale={locale} />,
      phone: 'detail',
    },
    {
      key: 'count',
      label: t.columns.count,
      cell: ({ item_count }) => t.debits(item_count, formatNumber(item_count, locale)),
      isNumeric: true,
    },
    {
      key: 'returned',
      label: t.columns.returned,
      cell: ({ returned }) => returned > 0 && t.returned(returned),
      isNumeric: true,
    },
    {
      key: 'amount',
      label: t.columns.amount,
      cell: ({ amount }) => formatMoney(amount, 'EUR', locale),
      isNumeric: true,
      phone: 'aside',
    },
  ]
}
