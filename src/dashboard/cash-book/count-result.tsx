import { type Context, Hono } from 'hono'
import { type CountRow, differenceId, viewCount } from '../../domain/book/accounts/cash-counts'
import type { BookChoices } from '../../domain/book/accounts/choices'
import { enterVouchers } from '../../domain/book/vouchers/enter'
import type { EnteredVoucher } from '../../domain/book/vouchers/write'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { assignmentOf, type PlaceValues } from '../places'
import { withPaths } from '../refusals'
import { type Refused, RefusedList } from '../refused-fields'
import { BookLayout } from './layout'
import { mayBook } from './may-book'
import { bookPath, doneInBook } from './paths'
import { PlaceFields, placeIn } from './place-fields'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'

const RESULT = '/:workspace/cash-book/count/:count_id'

type Values = PlaceValues & { text: string }

/** The page of a count, which books its difference where that is wanted. */
export const countResultPage = new Hono<Env>()
  .get(RESULT, async (c) => c.html(await page(c, c.req.param('count_id'))))

  .post(RESULT, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('count_id')
    const values = { text: form.get('text')?.trim() ?? '', ...placeIn(form) }
    const outcome = await attempt(() =>
      enterVouchers(c.var.staff, { body: { data: [differenceOf(id, form, values)] } }),
    )
    if ('result' in outcome) {
      const [entered]: EnteredVoucher[] = JSON.parse(outcome.result)
      return doneInBook(c, 'entered', { page: `/${entered?.id}` })
    }
    const viewer = viewerOf(c)
    const { differenceBooked } = bookTexts(viewer.locale)
    const byField = withPaths(outcome, (path) => path.replace('lines.0.', ''))
    const refused =
      'data.0.external_id' in outcome.issues ? { form: differenceBooked } : refusedInBook(byField, viewer)
    return c.html(await page(c, id, values, refused), 422)
  })

// The external id lets only one voucher book the difference, no matter who sends the form.
const differenceOf = (id: string, form: URLSearchParams, values: Values) => ({
  account_id: form.get('account_id') ?? '',
  booked_on: form.get('counted_on') ?? '',
  text: values.text,
  external_id: differenceId(id),
  lines: [{ amount: Number(form.get('difference')), ...assignmentOf(values) }],
})

async function page(c: Context<Env>, id: string, values?: Values, refused: Refused = {}) {
  const { count, choices } = await viewCount(c.var.staff, { id })
  return <ResultPage {...{ count, choices, values, refused }} viewer={viewerOf(c)} />
}

type Props = {
  count: CountRow
  choices: BookChoices
  values: Values | undefined
  refused: Refused
  viewer: Viewer
}

function ResultPage(props: Props) {
  const { count, refused, viewer } = props
  const { locale, staff } = viewer
  const { counting: t, fields } = bookTexts(locale)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const { difference, voucher, voucherId, note } = count
  const sentence = difference > 0 ? t.tooMuch(amount(difference)) : t.tooLittle(amount(-difference))
  const isToBook = difference !== 0 && !voucherId && mayBook(viewer)
  return (
    <BookLayout
      title={t.resultTitle(count.accountName, formatDate(count.counted_on, locale))}
      viewer={viewer}
      hasIssues={Object.keys(refused).length > 0}
    >
      <Measure>
        <RefusedList {...{ refused, fields, locale }} />
        <Notice tone={difference === 0 ? 'good' : 'warn'}>
          <p>{difference === 0 ? t.right : sentence}</p>
        </Notice>
        <Card>
          <DescriptionList
            items={[
              { name: t.counted, value: amount(count.counted) },
              { name: t.expectedShort, value: amount(count.expected) },
              { name: t.difference, value: amount(difference) },
              ...(note ? [{ name: fields.note.label, value: note }] : []),
              ...(voucherId
                ? [{ name: t.bookedAs, value: <a href={bookPath(viewer, `/${voucherId}`)}>{voucher}</a> }]
                : []),
            ]}
          />
        </Card>
        {isToBook && <DifferenceForm {...props} />}
      </Measure>
    </BookLayout>
  )
}

function DifferenceForm({ count, choices, values, refused, viewer }: Props) {
  const { locale } = viewer
  const { counting: t, fields } = bookTexts(locale)
  const { account_id, counted_on, difference } = count
  const { text, ...place } = values ?? {
    text: t.text(formatDate(counted_on, locale)),
    place: '',
    sphere: '',
  }
  return (
    <Card title={t.book}>
      <Quiet>{t.look}</Quiet>
      <Form hidden={{ account_id, counted_on, difference: `${difference}` }}>
        <Fields>
          <TextField
            name="text"
            label={fields.text.label}
            value={text}
            issue={refused.text}
            autocomplete="off"
          />
          <PlaceFields costUnits={choices.costUnits} values={place} refused={refused} locale={locale} />
        </Fields>
        <Actions>
          <Button>{t.book}</Button>
        </Actions>
      </Form>
    </Card>
  )
}
