import { Hono } from 'hono'
import type { RunningDebit } from '../../domain/collections/running'
import { type MyMandate, mayWithdrawMandate, viewMyMandate } from '../../domain/portal/mandate/view'
import { withdrawMandate } from '../../domain/portal/mandate/withdraw'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { Layout } from '../layout'
import { signedInPayer } from '../session'
import { mandateTexts } from '../texts/mandate'
import { mandateHome } from './card'

const PATH = '/persons/:person_id/mandate/withdrawal'

/** The page on which members, and contacts who pay for them, withdraw their mandate. It names the debits that are under way. */
export const withdrawMandatePage = new Hono<Env>()
  .get(PATH, async (c) => {
    const mine = await viewMyMandate(signedInPayer(c))
    return c.html(<WithdrawPage mine={mine} locale={memberLocaleFor(c.req, mine.session.workspace)} />)
  })

  .post(PATH, async (c) => {
    const payer = signedInPayer(c)
    await readForm(c, () => viewMyMandate(payer))
    const { running, session } = await withdrawMandate(payer)
    const isAtBank = running.some(({ state }) => state === 'submitted')
    return done(c, isAtBank ? 'mandate_withdrawn_running' : 'mandate_withdrawn', {
      to: mandateHome(session),
    })
  })

function WithdrawPage({ mine, locale }: { mine: MyMandate; locale: Locale }) {
  const { session, debtor, running } = mine
  if (!debtor?.mandateReference || !mayWithdrawMandate(session))
    throw new DomainError('not_found', 'There is no mandate to withdraw.')
  const t = mandateTexts(locale)
  return (
    <Layout title={t.withdrawTitle} locale={locale} session={session}>
      <PageHead title={t.withdrawTitle} lead={t.withdrawLead(debtor.mandateReference)} />
      {running.map((debit) => (
        <p>{sentenceOf(debit, locale)}</p>
      ))}
      <Form action={`/portal/persons/${session.person.id}/mandate/withdrawal`}>
        <Actions>
          <Button kind="danger">{t.withdrawAct}</Button>
          <ButtonLink kind="second" href={mandateHome(session)}>
            {formTexts(locale).cancel}
          </ButtonLink>
        </Actions>
      </Form>
    </Layout>
  )
}

const sentenceOf = ({ state, amount, collectionDate }: RunningDebit, locale: Locale): string =>
  mandateTexts(locale).running[state](formatMoney(amount, 'EUR', locale), formatDate(collectionDate, locale))
