import { type Context, Hono } from 'hono'
import type { BookChoices } from '../../domain/book/book-choices'
import { bookFees } from '../../domain/book/book-fees'
import { listUnbooked, MAX_UNBOOKED, type UnbookedFee } from '../../domain/book/unbooked-fees'
import type { EnteredVoucher } from '../../domain/book/write-vouchers'
import type { Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { SelectField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import { Notice } from '../../ui/notice'
import { Actions } from '../../ui/stack'
import { type Viewer, viewerOf } from '../layout'
import { assignmentOf, type PlaceValues } from '../places'
import { attempt } from '../settings/form'
import { labelsOf, refusalsOfFees } from './book-fees-refusals'
import { UnbookedTable } from './book-fees-table'
import { BookLayout } from './layout'
import { bookPath, seeBook } from './paths'
import { PlaceFields, placeIn } from './place-fields'
import { RefusalList } from './refusal'
import { bookTexts } from './texts'

const FEES = '/:workspace/cash-book/fees'

type Values = PlaceValues & { account_id: string; chosen?: string[] }

/** The page that books paid fees without a voucher. */
export const bookFeesPage = new Hono<Env>()
  .get(FEES, async (c) => {
    const sent = { values: { place: '', sphere: '', account_id: '' } }
    return c.html(await page(c, c.req.query('before'), sent))
  })

  .post(FEES, async (c) => {
    const form = await readForm(c)
    const fee_ids = form.getAll('fee').slice(0, MAX_UNBOOKED)
    const values = { ...placeIn(form), account_id: form.get('account_id') ?? '', chosen: fee_ids }
    const before = form.get('before') ?? undefined
    const body = { fee_ids, account_id: values.account_id || null, ...assignmentOf(values) }
    const outcome = await attempt(() => bookFees(c.var.staff, { body }))
    if ('result' in outcome) {
      const booked: EnteredVoucher[] = JSON.parse(outcome.result)
      return seeBook(c, '/fees', { booked: booked.length, before })
    }
    return c.html(await page(c, before, { values, issues: outcome.issues }), 422)
  })

type Sent = { values: Values; issues?: Issues }

async function page(c: Context<Env>, before: string | undefined, sent: Sent) {
  const found = await listUnbooked(c.var.staff, { before })
  const viewer = viewerOf(c)
  const booked = c.req.query('booked')
  return <FeesPage {...{ ...found, before, sent, viewer, booked }} />
}

type Props = {
  fees: UnbookedFee[]
  next: string | undefined
  before: string | undefined
  choices: BookChoices
  sent: Sent
  booked: string | undefined
  viewer: Viewer
}

function FeesPage({ fees, next, before, choices, sent, booked, viewer }: Props) {
  const { locale } = viewer
  const { fees: t, entry } = bookTexts(locale)
  const { values, issues = {} } = sent
  const refusals = refusalsOfFees(issues, fees, values.chosen ?? [], viewer)
  const further = next && (
    <ButtonLink kind="second" href={bookPath(viewer, '/fees', { before: next })}>
      {t.further}
    </ButtonLink>
  )
  return (
    <BookLayout
      title={t.title}
      lead={t.lead}
      viewer={viewer}
      hasIssues={Object.keys(refusals).length > 0}
      notice={
        booked !== undefined && (
          <Notice tone={booked === '0' ? 'warn' : 'good'}>
            {booked === '0' ? t.wereBooked : t.done(formatNumber(Number(booked) || 0, locale))}
          </Notice>
        )
      }
    >
      <RefusalList
        {...{ refusals, viewer }}
        labels={labelsOf(refusals, t.title)}
        title={formTexts(locale).checkEntries}
      />
      {fees.length === 0 ? (
        <Empty title={t.noneTitle} lead={t.noneLead} action={further} />
      ) : (
        <Form action={bookPath(viewer, '/fees')} hidden={before ? { before } : {}}>
          <UnbookedTable {...{ fees, viewer }} chosen={values.chosen} />
          <Card>
            <Fields columns={2}>
              <PlaceFields
                {...{ values, refusals, locale }}
                costUnits={choices.costUnits}
                hint={t.placeHint}
              />
              <SelectField
                name="account_id"
                label={entry.labels.account_id}
                value={values.account_id}
                issue={refusals.account_id}
                options={[
                  { value: '', label: t.byMethod },
                  ...choices.accounts.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </Fields>
          </Card>
          <Actions>
            <Button>{t.submit}</Button>
            {further}
          </Actions>
        </Form>
      )}
    </BookLayout>
  )
}
