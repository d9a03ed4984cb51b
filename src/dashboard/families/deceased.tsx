import { Hono } from 'hono'
import { type Deceased, type LiveDebit, viewDeceased } from '../../domain/pages/deceased'
import type { Env } from '../../env'
import { Empty } from '../../ui/empty'
import { formatDate, formatMoney, formatShortDate } from '../../ui/i18n/format'
import { PageHead } from '../../ui/page-head'
import { Stack } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { TO_DECEASED } from './paths'
import { familyTexts } from './texts'

/** The members who have died with open fees, or with a debit that was released before. */
export const deceasedPage = new Hono<Env>().get(`/:workspace${TO_DECEASED}`, async (c) => {
  const persons = await viewDeceased(c.var.staff)
  return c.html(<DeceasedPage persons={persons} viewer={viewerOf(c)} />)
})

function DeceasedPage({ persons, viewer }: { persons: Deceased[]; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { deceased: t } = familyTexts(locale)
  const money = (amount: number) => formatMoney(amount, staff.workspace.currency, locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members">
      <PageHead title={t.title} lead={t.lead} breadcrumb={<WayBack viewer={viewer} section="members" />} />
      <Table
        caption={t.title}
        locale={locale}
        rows={persons}
        rowId={({ id }) => id}
        empty={<Empty title={t.none} lead={t.noneLead} />}
        columns={[
          {
            key: 'person',
            label: t.person,
            cell: ({ id, name }) => (
              <a href={personPathIn(staff.workspace, 'members', id, '?tab=fees')}>{name}</a>
            ),
          },
          { key: 'died', label: t.diedOn, cell: ({ diedOn }) => formatShortDate(diedOn, locale) },
          { key: 'open', label: t.open, isNumeric: true, cell: ({ openAmount }) => money(openAmount) },
          {
            key: 'debits',
            label: t.debits,
            cell: ({ debits }) => (
              <Stack gap="small">
                {debits.length === 0 && <Quiet>{t.noDebits}</Quiet>}
                {debits.map((debit) => (
                  <Debit {...{ debit, viewer }} />
                ))}
              </Stack>
            ),
          },
        ]}
      />
    </StaffLayout>
  )
}

/** A debit that is under way, with what can be done about it. */
function Debit({ debit, viewer: { locale, staff } }: { debit: LiveDebit; viewer: Viewer }) {
  const { deceased: t } = familyTexts(locale)
  const { collection_id, collection_date, state, amount } = debit
  const text = t.debit(formatMoney(amount, 'EUR', locale), formatDate(collection_date, locale))
  return (
    <span>
      <a href={pathIn(staff.workspace, `/direct-debits/${collection_id}`)}>{text}</a>{' '}
      <Quiet>{state === 'released' ? t.released : t.submitted}</Quiet>
    </span>
  )
}
