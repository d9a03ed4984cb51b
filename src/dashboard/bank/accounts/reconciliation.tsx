import { type Context, Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { enterBalance, removeBalance } from '../../../domain/book/accounts/bank-balances'
import { ITEM_KINDS } from '../../../domain/book/reconciliation/items'
import { type ReconciliationPage, viewReconciliation } from '../../../domain/book/reconciliation/reconcile'
import { DomainError } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { type Done, done, takeDone } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { Button, ButtonLink } from '../../../ui/button'
import { DateField } from '../../../ui/choices'
import { QueryForm } from '../../../ui/form-layout'
import { formatDate } from '../../../ui/i18n/format'
import { parseSignedMoney } from '../../../ui/i18n/money'
import { DoneNotice, Notice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Actions, Measure, Row } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { attempt } from '../../attempt'
import { bookPath } from '../../cash-book/paths'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { bankPath, reconciliationPath } from '../paths'
import { bankTexts } from '../texts'
import { BalanceForm, type BalanceValues } from './balances'
import { Differences, Items, signed } from './differences'
import { reconciliationTexts } from './reconciliation-texts'

const PAGE = '/:workspace/bank/accounts/:account_id/reconciliation'

/** What the bank and the book say of an account, why they differ, and its balances from paper. */
export const reconciliationPage = new Hono<Env>()
  .get(PAGE, async (c) => c.html(<Reconciled {...(await shown(c))} done={takeDone(c)} />))

  .post(PAGE, async (c) => {
    const form = await readForm(c)
    const removed = form.get('remove')
    const values = { balance_on: form.get('balance_on') ?? '', balance: form.get('balance')?.trim() ?? '' }
    const accountId = c.req.param('account_id')
    const outcome = await attempt(async () => {
      if (removed) return removeBalance(c.var.staff, { accountId, day: removed })
      const body = { balance: parseSignedMoney(values.balance) ?? values.balance }
      return enterBalance(c.var.staff, { accountId, day: values.balance_on, body })
    })
    const viewer = viewerOf(c)
    if ('result' in outcome) {
      const closing = closingYear(c)
      const to = reconciliationPath(viewer, accountId, {
        ...(!removed && { on: values.balance_on }),
        ...(closing && { closing }),
      })
      return done(c, removed ? 'removed' : 'entered', { to })
    }
    const refused = refusedIn(outcome, reconciliationTexts(viewer.locale).fields, viewer)
    return c.html(<Reconciled {...(await shown(c))} values={values} refused={refused} />, 422)
  })

/** The comparison that an address asks for; that of today if it names no day that there can be. */
async function shown(c: Context<Env, typeof PAGE>) {
  const accountId = c.req.param('account_id')
  const kind = ITEM_KINDS.find((one) => one === c.req.query('kind'))
  const on = /^\d{4}-\d\d-\d\d$/.test(c.req.query('on') ?? '') ? c.req.query('on') : undefined
  const view = (day?: string) => viewReconciliation(c.var.staff, { accountId, kind, on: day })
  const page = await view(on).catch((error: unknown) => {
    if (on && error instanceof DomainError && error.reason === 'invalid') return view()
    throw error
  })
  return { page, kind, closing: closingYear(c), viewer: viewerOf(c) }
}

/** The year from whose closing the page was opened, to which it leads back. */
const closingYear = (c: Context<Env>): string | undefined => /^\d{4}$/.exec(c.req.query('closing') ?? '')?.[0]

type Props = Awaited<ReturnType<typeof shown>> & {
  done?: Done | undefined
  values?: BalanceValues
  refused?: Refused
}

function Reconciled({ page, kind, closing, viewer, done, values, refused = {} }: Props) {
  const { locale, staff } = viewer
  const t = reconciliationTexts(locale)
  const title = t.title(page.name)
  const items = [
    { label: bankTexts(locale).title, href: bankPath(viewer) },
    { label: page.name, href: bankPath(viewer, `/accounts/${page.account_id}`) },
  ]
  return (
    <StaffLayout title={title} viewer={viewer} section="bank" hasIssues={hasRefused(refused)}>
      <DoneNotice done={done} texts={{ entered: t.entered, removed: t.removed }} />
      <Measure>
        <PageHead title={title} breadcrumb={<Breadcrumb items={items} locale={locale} />} />
        <RefusedList refused={refused} fields={t.fields} locale={locale} />
        <Result page={page} viewer={viewer} />
        {closing && (
          <Actions>
            <ButtonLink kind="second" href={bookPath(viewer, '/close', { year: closing })}>
              {t.toClosing(closing)}
            </ButtonLink>
          </Actions>
        )}
        <QueryForm action={reconciliationPath(viewer, page.account_id)}>
          <Row>
            <DateField name="on" label={t.until} value={page.on} />
            <Button kind="second">{t.show}</Button>
          </Row>
        </QueryForm>
        <Differences page={page} viewer={viewer} />
        {kind && <Items page={page} kind={kind} viewer={viewer} />}
        {permits(staff, 'bookkeeping:write') && (
          <BalanceForm
            page={page}
            values={values ?? { balance_on: page.on, balance: '' }}
            {...{ viewer, refused }}
          />
        )}
      </Measure>
    </StaffLayout>
  )
}

function Result({
  page: { on, bank, book, difference, reconciled },
  viewer,
}: {
  page: ReconciliationPage
  viewer: Viewer
}) {
  const { locale } = viewer
  const t = reconciliationTexts(locale)
  if (!bank || difference === null)
    return (
      <Notice tone="warn" isQuiet>
        <p>{t.none}</p>
      </Notice>
    )
  const money = signed(viewer)
  return (
    <Notice tone={reconciled ? 'good' : 'warn'} isQuiet>
      <p>
        {difference === 0
          ? t.agree(formatDate(on, locale))
          : t.differ(money.plain(bank.balance), money.plain(book), money.added(difference))}
      </p>
      <Quiet>{t.told[bank.source](formatDate(bank.balance_on, locale))}</Quiet>
    </Notice>
  )
}
