import { Hono } from 'hono'
import { type FeeQuery, parseFeeQuery, writeFeeQuery } from '../../../domain/fees/browse-query'
import { type ExportedFee, exportFees } from '../../../domain/fees/export-fees'
import { MAX_FEES_MATCHED } from '../../../domain/fees/matching'
import { partsText } from '../../../domain/fees/readable-fee'
import { csvPieces, type PlainColumn } from '../../../domain/persons/csv/export'
import { todayIn } from '../../../domain/shared/dates'
import { DomainError } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { csvFile } from '../../../http/response'
import { Button } from '../../../ui/button'
import { Form } from '../../../ui/form-layout'
import { formatNumber } from '../../../ui/i18n/format'
import { formTexts } from '../../../ui/i18n/texts'
import { Message } from '../../../ui/message'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { bulkTexts } from '../bulk-texts'
import { feesPath } from '../path'
import { feeTexts } from '../texts'

/** The fees of a query as a CSV file. A POST like all exports of the dashboard, since it records an event. */
export const exportFeesFile = new Hono<Env>().post('/:workspace/fees/export', async (c) => {
  const query = parseFeeQuery((await readForm(c)).get('query') ?? '')
  try {
    const fees = await exportFees(c.var.staff, { query })
    const viewer = viewerOf(c)
    return csvFile(c, csvPieces(csvColumns(viewer), viewer.locale.tag, onePage(fees)), 'fees')
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    return c.html(<TooManyPage viewer={viewerOf(c)} query={query} />, 422)
  }
})

async function* onePage(fees: ExportedFee[]) {
  yield fees
}

/** A button that exports all fees of a query. */
export const ExportFees = ({ viewer, query }: { viewer: Viewer; query: FeeQuery }) => (
  <Form action={feesPath(viewer, undefined, '/export')} hidden={{ query: writeFeeQuery(query).toString() }}>
    <Button kind="second" icon="download">
      {feeTexts(viewer.locale).export}
    </Button>
  </Form>
)

function csvColumns({ staff, locale }: Viewer): PlainColumn<ExportedFee>[] {
  const { csv, other } = feeTexts(locale)
  const { feeStatuses, paymentMethods } = formTexts(locale)
  const { timezone } = staff.workspace
  return [
    { path: csv.reference, cell: ({ reference }) => reference },
    { path: csv.person, cell: ({ person_name }) => person_name },
    { path: csv.description, cell: ({ description }) => description },
    { path: csv.amount, cellType: 'money', cell: ({ amount }) => amount },
    { path: csv.paid, cellType: 'money', cell: ({ paid_amount }) => paid_amount },
    { path: csv.open, cellType: 'money', cell: ({ open_amount }) => open_amount },
    { path: csv.due, cellType: 'date', cell: ({ due_on }) => due_on },
    { path: csv.status, cell: ({ status }) => feeStatuses[status] },
    { path: csv.paidOn, cellType: 'date', cell: ({ paid_on }) => paid_on },
    { path: csv.method, cell: ({ method }) => method && (paymentMethods[method] ?? other) },
    { path: csv.costUnit, cell: ({ costunit_name }) => costunit_name },
    { path: csv.category, cell: ({ category_name }) => category_name },
    { path: csv.sphere, cell: ({ sphere }) => sphere },
    {
      path: csv.claimed,
      cellType: 'date',
      cell: ({ created_at }) => todayIn(timezone, new Date(created_at)),
    },
    { path: csv.externalId, cell: ({ external_id }) => external_id },
    { path: csv.id, cell: ({ id }) => id },
    { path: csv.payer, cell: ({ payer_name }) => payer_name },
    { path: csv.period, cell: ({ dues }) => dues?.period },
    { path: csv.parts, cell: ({ dues }) => dues && partsText(dues) },
  ]
}

function TooManyPage({ viewer, query }: { viewer: Viewer; query: FeeQuery }) {
  const t = feeTexts(viewer.locale)
  return (
    <StaffLayout title={t.tooManyTitle} viewer={viewer} section="fees">
      <Message
        title={t.tooManyTitle}
        lead={t.tooMany(formatNumber(MAX_FEES_MATCHED, viewer.locale))}
        back={{ href: feesPath(viewer, query), label: bulkTexts(viewer.locale).confirm.back }}
      />
    </StaffLayout>
  )
}
