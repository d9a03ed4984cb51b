import { Hono } from 'hono'
import { type BookChoices, viewBookChoices } from '../../domain/book/accounts/choices'
import { enterVouchers } from '../../domain/book/vouchers/enter'
import type { EnteredVoucher } from '../../domain/book/vouchers/write'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DateField, MoneyField } from '../../ui/choices'
import { Empty } from '../../ui/empty'
import { SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatMoney } from '../../ui/i18n/format'
import { parseMoney } from '../../ui/i18n/money'
import { Measure } from '../../ui/stack'
import { type Viewer, viewerOf } from '../layout'
import { newFormToken, once, TOKEN } from '../once'
import { type Refused, RefusedList } from '../refused-fields'
import { attemptOnce } from './act'
import { BookLayout } from './layout'
import { bookPath, doneInBook } from './paths'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

const TRANSFER = '/:workspace/cash-book/transfer'
const FIELDS = ['other_account_id', 'account_id', 'amount', 'booked_on', 'text'] as const

type Values = Record<(typeof FIELDS)[number], string>

/** The page that moves money from one account to another. */
export const transferPage = new Hono<Env>()
  .get(TRANSFER, async (c) => {
    const choices = await viewBookChoices(c.var.staff)
    const viewer = viewerOf(c)
    const from = choices.accounts.find(({ kind }) => kind === 'cash') ?? choices.accounts[0]
    const to = choices.accounts.find(({ id }) => id !== from?.id)
    const values = {
      other_account_id: from?.id ?? '',
      account_id: to?.id ?? '',
      amount: '',
      booked_on: choices.today,
      text: bookTexts(viewer.locale).transferPage.text,
    }
    return c.html(<TransferPage {...{ values, choices, viewer }} token={newFormToken()} />)
  })

  .post(TRANSFER, async (c) => {
    const form = await readForm(c)
    const values = Object.fromEntries(FIELDS.map((name) => [name, form.get(name)?.trim() ?? ''])) as Values
    const principal = once(c, form, 'bookkeeping:write')
    const data = [{ kind: 'transfer', ...values, amount: parseMoney(values.amount) ?? null }]
    const outcome = await attemptOnce(() => enterVouchers(principal, { body: { data } }))
    if ('result' in outcome) {
      const [entered]: EnteredVoucher[] = JSON.parse(outcome.result)
      return doneInBook(c, 'entered', { page: `/${entered?.id}` })
    }
    const choices = await viewBookChoices(c.var.staff)
    const viewer = viewerOf(c)
    const refused = refusedInBook(outcome, viewer)
    const token = refused.form ? newFormToken() : (form.get(TOKEN) ?? newFormToken())
    return c.html(<TransferPage {...{ values, refused, choices, viewer, token }} />, 422)
  })

type Props = { values: Values; refused?: Refused; choices: BookChoices; token: string; viewer: Viewer }

function TransferPage({ values, refused = {}, choices, token, viewer }: Props) {
  const { locale, staff } = viewer
  const { transferPage: t, fields } = bookTexts(locale)
  const field = (name: keyof Values) => ({
    name,
    label: fields[name].label,
    value: values[name],
    issue: refused[name],
  })
  const options = choices.accounts.map(({ id, name, balance }) => ({
    value: id,
    label: `${name} (${formatMoney(balance, staff.workspace.currency, locale)})`,
  }))
  const labels = { account_id: t.to, other_account_id: t.from }
  if (options.length < 2)
    return (
      <BookLayout title={t.title} viewer={viewer}>
        <Empty title={t.needsTwo} lead={t.lead} />
      </BookLayout>
    )
  return (
    <BookLayout title={t.title} lead={t.lead} viewer={viewer} hasIssues={Object.keys(refused).length > 0}>
      <Measure>
        <RefusedList {...{ refused, fields, labels, locale }} />
        <Form hidden={{ [TOKEN]: token }} warnsUnsaved>
          <Card>
            <Fields>
              <SelectField {...field('other_account_id')} label={t.from} options={options} />
              <SelectField {...field('account_id')} label={t.to} options={options} />
              <MoneyField {...field('amount')} />
              <DateField {...field('booked_on')} max={choices.today} />
              <TextField {...field('text')} autocomplete="off" />
            </Fields>
          </Card>
          <SaveOrCancel label={t.submit} cancelHref={bookPath(viewer)} locale={locale} />
        </Form>
      </Measure>
    </BookLayout>
  )
}
