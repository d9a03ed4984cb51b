import { type Context, Hono } from 'hono'
import type { Account } from '../../domain/book/accounts/account'
import { type CountRow, viewLastCounts } from '../../domain/book/accounts/cash-counts'
import type { BookChoices } from '../../domain/book/accounts/choices'
import { countCash } from '../../domain/book/accounts/count-cash'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField, MoneyField } from '../../ui/choices'
import { Empty } from '../../ui/empty'
import { SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatMoney } from '../../ui/i18n/format'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { type Viewer, viewerOf } from '../layout'
import { newFormToken, once, TOKEN } from '../once'
import { type Refused, RefusedList } from '../refused-fields'
import { attemptOnce } from './act'
import { CoinFields, type CountValues, countedIn, readCountForm } from './coins'
import { LastCounts } from './count-list'
import { BookLayout } from './layout'
import { mayBook } from './may-book'
import { seeBook } from './paths'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

const COUNT = '/:workspace/cash-book/count'

/** The page that records what is in a cash box, with the last counts. */
export const countPage = new Hono<Env>()
  .get(COUNT, async (c) => c.html(await page(c, {})))

  .post(COUNT, async (c) => {
    const form = await readForm(c)
    const values = readCountForm(form)
    const principal = once(c, form, 'bookkeeping:write')
    const { account_id, counted_on, note } = values
    const body = { counted_on, counted: countedIn(values), note: note || null }
    const outcome = await attemptOnce(() => countCash(principal, { id: account_id, body }))
    if ('result' in outcome) return seeBook(c, `/count/${outcome.result.id}`)
    const refused = refusedInBook(outcome, viewerOf(c))
    const token = refused.form ? newFormToken() : (form.get(TOKEN) ?? newFormToken())
    return c.html(await page(c, { values, refused, token }), 422)
  })

type Sent = { values?: CountValues; refused?: Refused; token?: string }

async function page(c: Context<Env>, sent: Sent) {
  const { counts, choices } = await viewLastCounts(c.var.staff)
  return <CountPage {...{ counts, choices, sent }} viewer={viewerOf(c)} />
}

type Props = { counts: CountRow[]; choices: BookChoices; sent: Sent; viewer: Viewer }

function CountPage({ counts, choices, sent, viewer }: Props) {
  const { counting: t, fields } = bookTexts(viewer.locale)
  const { refused = {} } = sent
  const boxes = choices.accounts.filter(({ kind }) => kind === 'cash')
  return (
    <BookLayout title={t.title} lead={t.lead} viewer={viewer} hasIssues={Object.keys(refused).length > 0}>
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={viewer.locale} />
        {boxes.length === 0 && <Empty title={t.noBox} lead={t.noBoxLead} />}
        {boxes.length > 0 && mayBook(viewer) && <CountForm {...{ boxes, choices, sent, viewer }} />}
        {boxes.length > 0 && <LastCounts counts={counts} viewer={viewer} />}
      </Measure>
    </BookLayout>
  )
}

function CountForm({ boxes, choices, sent, viewer }: Omit<Props, 'counts'> & { boxes: Account[] }) {
  const { locale, staff } = viewer
  const { counting: t, entry, fields } = bookTexts(locale)
  const { refused = {}, token = newFormToken() } = sent
  const values = sent.values ?? {
    account_id: boxes[0]?.id ?? '',
    counted: '',
    counted_on: choices.today,
    note: '',
    coins: {},
  }
  const field = (name: 'account_id' | 'counted' | 'counted_on' | 'note') => ({
    name,
    label: fields[name].label,
    value: values[name],
    issue: refused[name],
  })
  const isOne = boxes.length === 1
  return (
    <Form hidden={{ [TOKEN]: token, ...(isOne && { account_id: values.account_id }) }} warnsUnsaved>
      <Card>
        <Fields>
          {boxes.map(({ name, balance }) => (
            <Quiet>{t.expected(name, formatMoney(balance, staff.workspace.currency, locale))}</Quiet>
          ))}
          {!isOne && (
            <SelectField
              {...field('account_id')}
              label={t.box}
              options={boxes.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <MoneyField {...field('counted')} />
          <CoinFields values={values} locale={locale} />
          <DateField {...field('counted_on')} max={choices.today} />
          <TextField {...field('note')} hint={entry.optional} autocomplete="off" />
        </Fields>
      </Card>
      <Actions>
        <Button>{t.submit}</Button>
      </Actions>
    </Form>
  )
}
