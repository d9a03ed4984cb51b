import { type Context, Hono } from 'hono'
import { type BookChoices, viewBookChoices } from '../../domain/book/accounts/choices'
import { enterVouchers } from '../../domain/book/vouchers/enter'
import type { EnteredVoucher } from '../../domain/book/vouchers/write'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Measure } from '../../ui/stack'
import { type Viewer, viewerOf } from '../layout'
import { newFormToken, once, TOKEN } from '../once'
import { type Refused, RefusedList } from '../refused-fields'
import { attemptOnce } from './act'
import { BookLayout } from './layout'
import { doneInBook } from './paths'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'
import { VoucherForm } from './voucher-form'
import {
  readVoucherForm,
  refusedByInput,
  type VoucherValues,
  voucherBody,
  withAnotherLine,
} from './voucher-values'

const NEW = '/:workspace/cash-book/new'

/** The page that enters a voucher. */
export const newVoucherPage = new Hono<Env>()
  .get(NEW, async (c) => {
    const choices = await viewBookChoices(c.var.staff)
    const values = emptyValues(choices, c.req.query('account'))
    return c.html(<NewPage {...{ values, choices }} token={newFormToken()} viewer={viewerOf(c)} />)
  })

  .post(NEW, async (c) => {
    const form = await readForm(c)
    const values = readVoucherForm(form)
    const token = form.get(TOKEN) || newFormToken()
    if (form.get('act') === 'split') return answer(c, { values: withAnotherLine(values), token })
    const principal = once(c, form, 'bookkeeping:write')
    const outcome = await attemptOnce(() =>
      enterVouchers(principal, { body: { data: [voucherBody(values)] } }),
    )
    if ('result' in outcome) {
      const [entered]: EnteredVoucher[] = JSON.parse(outcome.result)
      return doneInBook(c, 'entered', { page: `/${entered?.id}` })
    }
    const refused = refusedByInput(refusedInBook(outcome, viewerOf(c)), values)
    return answer(c, { values, refused, token: refused.form ? newFormToken() : token })
  })

type Sent = { values: VoucherValues; refused?: Refused; token: string }

/** Shows the form again: with another line, or with what was refused. */
async function answer(c: Context<Env>, { values, refused = {}, token }: Sent) {
  const choices = await viewBookChoices(c.var.staff)
  const page = <NewPage {...{ values, refused, choices, token }} viewer={viewerOf(c)} />
  return c.html(page, Object.keys(refused).length > 0 ? 422 : 200)
}

// Most receipts that are entered by hand were paid in cash.
function emptyValues({ accounts, today }: BookChoices, account = ''): VoucherValues {
  const chosen =
    accounts.find(({ id }) => id === account) ?? accounts.find(({ kind }) => kind === 'cash') ?? accounts[0]
  return {
    direction: 'out',
    amount: '',
    booked_on: today,
    text: '',
    party: '',
    account_id: chosen?.id ?? '',
    lines: [{ amount: '', text: '', place: '', sphere: '' }],
  }
}

type Props = {
  values: VoucherValues
  refused?: Refused
  choices: BookChoices
  token: string
  viewer: Viewer
}

function NewPage({ values, refused = {}, choices, token, viewer }: Props) {
  const { entry: t, fields } = bookTexts(viewer.locale)
  const hasIssues = Object.keys(refused).length > 0
  return (
    <BookLayout title={t.title} viewer={viewer} hasIssues={hasIssues}>
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={viewer.locale} />
        <VoucherForm {...{ values, refused, choices, token, viewer }} />
      </Measure>
    </BookLayout>
  )
}
