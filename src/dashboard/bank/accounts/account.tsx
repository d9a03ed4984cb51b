import { type Context, Hono } from 'hono'
import { narrowedTo } from '../../../domain/access/narrowed'
import { query } from '../../../domain/access/query'
import type { Account } from '../../../domain/book/accounts/account'
import { createAccount } from '../../../domain/book/accounts/create'
import { listAccounts } from '../../../domain/book/accounts/list'
import { requireAccount, updateAccount } from '../../../domain/book/accounts/update'
import { todayIn } from '../../../domain/shared/dates'
import type { Env } from '../../../env'
import { done } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { Card } from '../../../ui/card'
import { parseSignedMoney } from '../../../ui/i18n/money'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Measure } from '../../../ui/stack'
import { attempt } from '../../attempt'
import { StaffLayout, viewerOf } from '../../layout'
import { refusedIn, withPaths } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { bankPath } from '../paths'
import { bankTexts } from '../texts'
import { AccountForm, type AccountValues } from './form'

const NEW = '/:workspace/bank/accounts/new'
const EDIT = '/:workspace/bank/accounts/:account_id/edit'

/** The pages that add a bank account and change one. */
export const accountPages = new Hono<Env>()
  .get(NEW, async (c) => {
    const { credential } = await query(bookkeeper(c), {})
    const today = todayIn(credential.workspace.timezone, c.var.staff.now)
    const values = { name: '', iban: '', opening_on: `${today.slice(0, 4)}-01-01`, opening_amount: '0' }
    return c.html(<AccountPage c={c} values={values} />)
  })

  .post(NEW, async (c) => {
    const form = await readForm(c)
    const values = valuesIn(form)
    // Without an IBAN, the form could be sent twice, and no statement would find the account.
    const body = { kind: 'bank', ...bodyOf(values) }
    const outcome = await attempt(() => createAccount(c.var.staff, { body }))
    if ('result' in outcome)
      return done(c, 'added', { to: bankPath(viewerOf(c), form.get('to') === 'import' ? '/import' : '') })
    return c.html(
      <AccountPage c={c} values={values} refused={refusedIn(outcome, fieldsOf(c), viewerOf(c))} />,
      422,
    )
  })

  .get(EDIT, async (c) => {
    const account = await getAccount(c)
    return c.html(<AccountPage c={c} account={account} values={storedValues(account)} />)
  })

  .post(EDIT, async (c) => {
    const form = await readForm(c)
    const values = { ...valuesIn(form), isArchived: form.has('archived') }
    const id = c.req.param('account_id')
    const body = { ...bodyOf(values), iban: values.iban || null, archived: values.isArchived }
    const outcome = await attempt(() => updateAccount(c.var.staff, { id, body }))
    if ('result' in outcome) return done(c, 'saved', { to: bankPath(viewerOf(c), `#${id}`) })
    // An account that opens before the book begins here is not restored.
    const faults = withPaths(outcome, (path) => (path === 'archived' ? 'opening_on' : path))
    const account = await getAccount(c)
    const refused = refusedIn(faults, fieldsOf(c), viewerOf(c))
    return c.html(
      <AccountPage
        c={c}
        account={account}
        values={{ ...values, balance: account.balance }}
        refused={refused}
      />,
      422,
    )
  })

const bookkeeper = (c: Context<Env>) => narrowedTo('bookkeeping:write', c.var.staff)

async function getAccount(c: Context<Env, '/:account_id'>): Promise<Account> {
  const accounts = await listAccounts(bookkeeper(c))
  const id = c.req.param('account_id')
  return requireAccount(accounts.filter((account) => account.kind === 'bank' && account.id === id))
}

const valuesIn = (form: URLSearchParams): AccountValues => ({
  name: form.get('name')?.trim() ?? '',
  iban: (form.get('iban') ?? '').replaceAll(/\s/g, '').toUpperCase(),
  opening_on: form.get('opening_on') ?? '',
  opening_amount: form.get('opening_amount')?.trim() ?? '',
})

const bodyOf = ({ name, iban, opening_on, opening_amount }: AccountValues) => ({
  name,
  iban,
  opening_on,
  opening_amount: parseSignedMoney(opening_amount) ?? opening_amount,
})

const storedValues = ({
  name,
  iban,
  opening_on,
  opening_amount,
  archived,
  balance,
}: Account): AccountValues => ({
  name,
  iban: iban ?? '',
  opening_on,
  opening_amount: (opening_amount / 100).toFixed(2),
  isArchived: archived,
  balance,
})

const fieldsOf = (c: Context<Env>) => bankTexts(viewerOf(c).locale).accountPage.fields

type Props = { c: Context<Env>; values: AccountValues; account?: Account; refused?: Refused }

function AccountPage({ c, values, account, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = bankTexts(locale)
  const title = account ? t.accountPage.edit : t.accountPage.new
  const items = [{ label: t.title, href: bankPath(viewer) }]
  return (
    <StaffLayout title={title} viewer={viewer} section="bank" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead title={title} breadcrumb={<Breadcrumb items={items} locale={locale} />} />
        <RefusedList refused={refused} fields={t.accountPage.fields} locale={locale} />
        <Card>
          <AccountForm {...{ values, viewer, refused }} />
        </Card>
      </Measure>
    </StaffLayout>
  )
}
