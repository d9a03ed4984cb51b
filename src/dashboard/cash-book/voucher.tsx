import { type Context, Hono } from 'hono'
import { type VoucherPage, viewVoucher } from '../../domain/book/vouchers/page'
import { updateVoucher } from '../../domain/book/vouchers/update'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatInstant } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Columns, Stack } from '../../ui/stack'
import { Timeline } from '../../ui/timeline'
import { attempt } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { Sentence, SentenceBody } from '../log/sentence'
import { refusalText } from '../refusals'
import { type Refused, RefusedList } from '../refused-fields'
import { BookLayout } from './layout'
import { mayBook } from './may-book'
import { bookPath, doneInBook } from './paths'
import { refusedInBook } from './refused'
import { bookTexts } from './texts'
import { AssignForm, changeIn, isAssignable } from './voucher-assign'
import { VoucherFacts, VoucherLines } from './voucher-facts'

const VOUCHER = '/:workspace/cash-book/:voucher_id'

/** The page of a voucher: what it says, where it comes from, what it is booked to, and what was done with it. */
export const voucherPage = new Hono<Env>()
  .get(VOUCHER, async (c) => c.html(await page(c, c.req.param('voucher_id'))))

  .post(VOUCHER, async (c) => {
    const id = c.req.param('voucher_id')
    const form = await readForm(c)
    const change = { id, body: changeIn(form), version: form.get('version') ?? '' }
    try {
      const outcome = await attempt(() => updateVoucher(c.var.staff, change))
      if ('result' in outcome) return doneInBook(c, 'saved', { page: `/${id}` })
      return c.html(await page(c, id, { refused: refusedInBook(outcome, viewerOf(c)) }), 422)
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'changed_meanwhile') throw error
      return c.html(await page(c, id, { isChanged: true }), 422)
    }
  })

type Outcome = { refused?: Refused; isChanged?: boolean }

async function page(c: Context<Env>, id: string, outcome: Outcome = {}) {
  const data = await viewVoucher(c.var.staff, { id })
  return <Page data={data} viewer={viewerOf(c)} done={takeDone(c)} {...outcome} />
}

type Props = Outcome & { data: VoucherPage; viewer: Viewer; done: Done | undefined }

function Page({ data, viewer, done, refused = {}, isChanged = false }: Props) {
  const t = bookTexts(viewer.locale)
  const { voucher, choices, events } = data
  const number = `${voucher.year}-${voucher.number}`
  const isClosed = choices.closedYear !== null && voucher.year <= choices.closedYear
  const mayWrite = mayBook(viewer)
  const mayReverse = mayWrite && !voucher.reverses && !voucher.reversed_by
  return (
    <BookLayout
      title={t.voucher.title(number)}
      viewer={viewer}
      year={voucher.year}
      hasIssues={isChanged || Object.keys(refused).length > 0}
      badge={
        (voucher.reverses || voucher.reversed_by) && (
          <Badge tone="warn">
            {voucher.reverses ? t.reverses(voucher.partner ?? '') : t.isReversed(voucher.partner ?? '')}
          </Badge>
        )
      }
      notice={
        <>
          <VoucherNotice {...{ done, number, viewer }} />
          {isChanged && <Notice tone="warn">{t.voucher.changed}</Notice>}
          <RefusedList refused={refused} fields={t.fields} locale={viewer.locale} />
        </>
      }
      actions={
        mayReverse && (
          <ButtonLink kind="second" href={bookPath(viewer, `/${voucher.id}/reverse`)}>
            {t.voucher.reverse}
          </ButtonLink>
        )
      }
    >
      <Columns hasSide>
        <Stack>
          <VoucherFacts data={data} viewer={viewer} />
          {voucher.kind === 'money' && mayWrite && !isClosed && isAssignable(data) ? (
            <AssignForm {...{ data, viewer, refused }} />
          ) : (
            <VoucherLines data={data} viewer={viewer} />
          )}
          {isClosed && mayWrite && (
            <Notice tone="info" isQuiet>
              <p>{t.voucher.closed(voucher.year)}</p>
            </Notice>
          )}
        </Stack>
        {events.length > 0 && <History events={events} viewer={viewer} />}
      </Columns>
    </BookLayout>
  )
}

function VoucherNotice({ done, number, viewer }: Pick<Props, 'done' | 'viewer'> & { number: string }) {
  const t = bookTexts(viewer.locale).voucher
  if (done?.word === 'reversed') return <Notice tone="good">{t.reversed}</Notice>
  if (done?.word === 'was_reversed')
    return <Notice tone="warn">{refusalText({ code: 'reversed_before' }, viewer)}</Notice>
  if (done?.word === 'saved') return <Notice tone="good">{t.saved}</Notice>
  if (done?.word !== 'entered') return null
  return (
    <Notice
      tone="good"
      action={
        <ButtonLink kind="second" href={bookPath(viewer, '/new')} shortcut="n">
          {t.another}
        </ButtonLink>
      }
    >
      <p>{t.write(number)}</p>
    </Notice>
  )
}

function History({ events, viewer }: Pick<VoucherPage, 'events'> & { viewer: Viewer }) {
  const { locale, staff } = viewer
  const { timezone, currency } = staff.workspace
  const wording = { columns: [], timezone, currency, locale }
  return (
    <Card title={bookTexts(locale).voucher.history}>
      <Timeline
        days={[
          {
            entries: events.map((event) => ({
              at: event.at,
              time: formatInstant(event.at, timezone, locale),
              text: <Sentence event={event} wording={wording} />,
              body: event.action !== 'voucher.created' && <SentenceBody event={event} wording={wording} />,
            })),
          },
        ]}
      />
    </Card>
  )
}
