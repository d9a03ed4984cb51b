import { type Context, Hono } from 'hono'
import { narrowedTo } from '../../domain/access/narrowed'
import { type VoucherPage, viewVoucher } from '../../domain/book/vouchers/page'
import { reverseVoucher } from '../../domain/book/vouchers/reverse'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/form'
import { formatMoney } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { refusalText } from '../refusals'
import { type Refused, RefusedList } from '../refused-fields'
import { bookPath, doneInBook } from './paths'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

const REVERSE = '/:workspace/cash-book/:voucher_id/reverse'

/** The page that takes a voucher back. What is undone elsewhere says where. */
export const reversePage = new Hono<Env>()
  .get(REVERSE, async (c) => {
    const data = await viewVoucher(narrowedTo('bookkeeping:write', c.var.staff), idOf(c))
    if (data.voucher.reversed_by) return doneInBook(c, 'was_reversed', { page: `/${data.voucher.id}` })
    return c.html(<ReversePage data={data} viewer={viewerOf(c)} reason="" />)
  })

  .post(REVERSE, async (c) => {
    const reason = (await readForm(c)).get('reason')?.trim() ?? ''
    const { id } = idOf(c)
    const outcome = await attempt(() => reverseVoucher(c.var.staff, { id, body: { reason } }))
    if ('result' in outcome) return doneInBook(c, 'reversed', { page: `/${outcome.result.id}` })
    const [refusal] = outcome.refusals.voucher_id ?? []
    if (refusal?.code === 'reversed_before') return doneInBook(c, 'was_reversed', { page: `/${id}` })
    const data = await viewVoucher(c.var.staff, { id })
    const refused = refusedInBook(outcome, viewerOf(c))
    return c.html(<ReversePage {...{ data, refused, reason }} viewer={viewerOf(c)} />, 422)
  })

/** Why a voucher is not reversed here. */
const ELSEWHERE = {
  payment: 'of_payment',
  debit: 'of_direct_debit',
  bank: 'of_bank_line',
  reversal: 'is_reversal',
} as const

const idOf = (c: Context<Env, '/:voucher_id'>) => ({ id: c.req.param('voucher_id') })

type Props = { data: VoucherPage; viewer: Viewer; reason: string; refused?: Refused }

function ReversePage({ data, viewer, reason, refused = {} }: Props) {
  const { locale, staff } = viewer
  const { reversal: t, fields } = bookTexts(locale)
  const { voucher, origin, choices } = data
  const title = t.title(`${voucher.year}-${voucher.number}`)
  const back = bookPath(viewer, `/${voucher.id}`)
  const elsewhere = voucher.reverses ? 'reversal' : origin
  const isClosed = choices.closedYear !== null && voucher.year <= choices.closedYear
  if (elsewhere !== 'entered')
    return (
      <StaffLayout title={t.refused} viewer={viewer} section="cashBook">
        <Message
          title={t.refused}
          lead={refusalText({ code: ELSEWHERE[elsewhere] }, viewer)}
          back={{ href: back, label: t.back }}
        />
      </StaffLayout>
    )
  return (
    <StaffLayout title={title} viewer={viewer} section="cashBook" hasIssues={Object.keys(refused).length > 0}>
      <RefusedList {...{ refused, fields, locale }} labels={{ voucher_id: t.voucher }} />
      <Confirm
        title={title}
        lead={t.lead(formatMoney(voucher.amount, staff.workspace.currency, locale), voucher.text)}
        action={`${back}/reverse`}
        label={t.submit}
        cancelHref={back}
        isDangerous
        locale={locale}
      >
        {isClosed && <p>{t.laterDate}</p>}
        <Card>
          <TextField
            name="reason"
            label={fields.reason.label}
            value={reason}
            issue={refused.reason}
            autocomplete="off"
          />
        </Card>
      </Confirm>
    </StaffLayout>
  )
}
