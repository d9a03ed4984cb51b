import { Hono } from 'hono'
import { type MyFees, viewMyFees } from '../../domain/portal/my-fees'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Lead } from '../../ui/text'
import { HouseholdCard } from '../household'
import { MandateCard } from '../mandate/card'
import { distinctNames, MemberLayout, nameOf } from '../member-layout'
import { signedInPayer } from '../session'
import { mandateTexts } from '../texts/mandate'
import { myFeesTexts } from '../texts/my-fees'
import { myPayerTexts } from '../texts/my-payer'
import { CollectedFees, ReturnedDebits, UnusableDebit } from './debit-notices'
import { HidingPersons, PayerCard } from './my-payer'
import { SettledFees } from './settled'
import { FeesToPay, FeesToPayForOthers } from './to-pay'
import { Transfer } from './transfer'

/** The fees of members: what to pay and how, what is collected, and what was paid. */
export const myFees = new Hono<Env>().get('/persons/:person_id/fees', async (c) => {
  const page = pageNumber(c.req.query('page'))
  const fees = await viewMyFees(signedInPayer(c), { page })
  const locale = memberLocaleFor(c.req, fees.session.workspace)
  return c.html(<FeesPage {...{ fees, locale }} done={takeDone(c)} />)
})

const pageNumber = (text = '1'): number => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1)

type Props = { fees: MyFees; locale: Locale; done: Done | undefined }

function FeesPage({ fees, locale, done }: Props) {
  const { session, household, dues, toPay, toPayForOthers, page } = fees
  const { person, persons, payers } = session
  const t = myFeesTexts(locale)
  const name =
    distinctNames([...persons, ...payers]).find(({ id }) => id === person.id)?.name ?? nameOf(person)
  const mine = household.filter((one) => one.person.id === person.id)
  const isNothingOpen = mine.every(({ toPay, toCollect }) => toPay === 0 && toCollect === 0)
  const transfers = [...toPay, ...toPayForOthers]
  return (
    <MemberLayout title={t.title} session={session} section="fees" locale={locale}>
      <DoneNotice done={done} texts={{ ...myPayerTexts(locale).done, ...mandateTexts(locale).done }} />
      <PageHead title={t.title} lead={nameOf(person)} />
      {page === 1 && (
        <>
          <ReturnedDebits fees={fees} locale={locale} />
          {isNothingOpen && <Lead>{t.nothingOpen}</Lead>}
          {dues.toPay > 0 && <FeesToPay fees={fees} name={name} locale={locale} />}
          <FeesToPayForOthers fees={fees} locale={locale} />
          <HidingPersons fees={fees} locale={locale} />
          <UnusableDebit fees={fees} locale={locale} />
          {transfers.length > 0 && <Transfer {...{ dues, toPay: transfers, session, locale }} />}
          <CollectedFees fees={fees} locale={locale} />
          <HouseholdCard household={household} locale={locale} />
          <PayerCard fees={fees} locale={locale} />
          {session.isPayer && <MandateCard session={session} locale={locale} />}
        </>
      )}
      <SettledFees fees={fees} locale={locale} />
    </MemberLayout>
  )
}
