import { Hono } from 'hono'
import { type Subordinate, viewSubordinates } from '../../domain/workspaces/subordinates'
import type { Env } from '../../env'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { PageHead } from '../../ui/page-head'
import { Table } from '../../ui/table'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { subordinatesTexts } from './texts'

/** The workspaces below an umbrella, with their sizes alone. */
export const subordinates = new Hono<Env>().get('/:workspace/associations', async (c) => {
  const rows = await viewSubordinates(c.var.staff)
  return c.html(<SubordinatesPage viewer={viewerOf(c)} rows={rows} />)
})

function SubordinatesPage({ viewer, rows }: { viewer: Viewer; rows: Subordinate[] }) {
  const { locale, staff } = viewer
  const { subordinates: title } = layoutTexts(locale)
  const t = subordinatesTexts(locale)
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value, locale))
  return (
    <StaffLayout title={title} viewer={viewer} section="subordinates">
      <PageHead title={title} lead={t.lead} />
      <Table
        caption={title}
        locale={locale}
        rows={rows}
        rowId={({ id }) => id}
        empty={<Message title={t.empty} lead={t.emptyLead} />}
        columns={[
          {
            key: 'name',
            label: t.association,
            cell: ({ id, name }) => <a href={pathIn(staff.workspace, `/associations/${id}`)}>{name}</a>,
          },
          {
            key: 'members',
            label: t.members,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ members }) => number(members),
          },
          {
            key: 'contacts',
            label: t.contacts,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ contacts }) => number(contacts),
          },
          {
            key: 'open_fees',
            label: t.openFees,
            isNumeric: true,
            phone: 'hidden',
            cell: ({ openFees }) => number(openFees),
          },
          {
            key: 'open_amount',
            label: t.openAmount,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ openAmount, currency }) =>
              openAmount === null ? '–' : formatMoney(openAmount, currency, locale),
          },
          {
            key: 'portal',
            label: t.portal,
            phone: 'hidden',
            cell: ({ portalManager }) => t.portalManagers[portalManager],
          },
          {
            key: 'day',
            label: t.counted,
            phone: 'hidden',
            cell: ({ day }) => (day ? formatDate(day, locale) : '–'),
          },
        ]}
      />
    </StaffLayout>
  )
}
