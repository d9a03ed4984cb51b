import { Hono } from 'hono'
import { parseFixedFields } from '../../domain/persons/person'
import { type MyPayment, viewMyPayments, type YearOfPayments } from '../../domain/portal/my-payments'
import type { Env } from '../../env'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { Letter } from '../../ui/letter'
import { BackLink, PageHead } from '../../ui/page-head'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { MemberLayout, nameOf } from '../member-layout'
import { signedInPayer } from '../session'
import { myPaymentsTexts } from '../texts/my-payments'
import { titleOf } from './title-of'

/** The confirmation of what a member paid in a year, to print. */
export const myPayments = new Hono<Env>().get('/persons/:person_id/fees/:year{\\d{4}}', async (c) => {
  const payments = await viewMyPayments(signedInPayer(c), { year: Number(c.req.param('year')) })
  return c.html(
    <ConfirmationPage payments={payments} locale={memberLocaleFor(c.req, payments.session.workspace)} />,
  )
})

type Props = { payments: YearOfPayments; locale: Locale }

function ConfirmationPage({ payments, locale }: Props) {
  const { session, year } = payments
  const t = myPaymentsTexts(locale)
  const back = <BackLink href={`/portal/persons/${session.person.id}/fees`}>{t.toPayments}</BackLink>
  return (
    <MemberLayout title={t.title(year)} session={session} section="fees" locale={locale}>
      <PageHead title={t.title(year)} lead={t.print} breadcrumb={back} />
      <Confirmation payments={payments} locale={locale} />
    </MemberLayout>
  )
}

function Confirmation({ payments: { session, year, payments, total, contact, today }, locale }: Props) {
  const { person } = session
  const t = myPaymentsTexts(locale)
  const money = (amount: number) => formatMoney(amount, person.currency, locale)
  const number = parseFixedFields(person).membership_number
  const sender = [person.workspaceName, contact.name, contact.email, contact.phone]
    .filter(Boolean)
    .join(' · ')
  return (
    <Letter
      language={locale.tag}
      sender={sender}
      address={[nameOf(person), ...(number ? [t.number(String(number))] : [])]}
      date={formatDate(today, locale)}
      title={t.title(year)}
    >
      <p>{t.opening(nameOf(person), year)}</p>
      <Table<MyPayment>
        caption={t.title(year)}
        locale={locale}
        rows={payments}
        rowId={(payment) => `payment-${payments.indexOf(payment) + 1}`}
        columns={[
          {
            key: 'for',
            label: t.for,
            cell: titleOf,
          },
          { key: 'day', label: t.day, cell: ({ paidOn }) => formatDate(paidOn, locale) },
          {
            key: 'method',
            label: t.method,
            cell: ({ amount, method, isReturn }) =>
              isReturn ? t.returned : amount < 0 ? t.back : t.methods[method],
          },
          {
            key: 'amount',
            label: t.amount,
            cell: ({ amount }) => money(amount),
            isNumeric: true,
            phone: 'aside',
          },
        ]}
        sums={{ for: t.total, amount: money(total) }}
      />
      <p>
        {person.workspaceName}
        {contact.name && (
          <>
            <br />
            {contact.name}
          </>
        )}
      </p>
      <Quiet>
        {t.automatic} {t.noReceipt}
      </Quiet>
    </Letter>
  )
}
