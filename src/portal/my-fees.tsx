import { Hono } from 'hono'
import { parseFixedFields } from '../domain/persons/person'
import { listMyFees } from '../domain/portal/my-fees'
import type { Env } from '../env'
import { Card } from '../ui/card'
import { FeeBadge } from '../ui/fee-badge'
import { formatDay, formatMoney } from '../ui/i18n/format'
import { type Locale, memberLocaleFor } from '../ui/i18n/locale'
import { Lines } from '../ui/lines'
import { PageHead } from '../ui/page-head'
import { displayName } from '../ui/person-fields/display-name'
import { Digits, Lead } from '../ui/text'
import { MemberLayout } from './member-layout'
import { signedInMember } from './session'
import { myFeesTexts } from './texts/my-fees'

/** The fees of members. */
export const myFees = new Hono<Env>().get('/persons/:person_id/fees', async (c) => {
  const fees = await listMyFees(await signedInMember(c))
  return c.html(<FeesPage {...fees} locale={memberLocaleFor(c.req, fees.session.workspace)} />)
})

type Props = Awaited<ReturnType<typeof listMyFees>> & { locale: Locale }

function FeesPage({ session, fees, locale }: Props) {
  const { person } = session
  const t = myFeesTexts(locale)
  return (
    <MemberLayout title={t.title} session={session} section="fees" locale={locale}>
      <PageHead title={displayName(parseFixedFields(person))} />
      {fees.length === 0 && <Lead>{t.none}</Lead>}
      {fees.length > 0 && (
        <Card>
          <Lines
            items={fees.map((fee) => ({
              main: fee.description,
              amount: formatMoney(fee.amount, person.currency, locale),
              details: [
                formatDay(fee.createdAt, person.timezone, locale),
                <>
                  {t.reference}: <Digits>{fee.reference}</Digits>
                </>,
              ],
              badge: <FeeBadge status={fee.status} locale={locale} />,
            }))}
          />
        </Card>
      )}
    </MemberLayout>
  )
}
