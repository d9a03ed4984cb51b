import { Hono } from 'hono'
import { parseFixedFields } from '../domain/persons/person'
import { listMyFees } from '../domain/portal/my-fees'
import type { Env } from '../env'
import { Card } from '../ui/card'
import { formatDay, formatMoney } from '../ui/i18n/format'
import { type Locale, localeFor } from '../ui/i18n/locale'
import { displayName } from '../ui/person-fields/display-name'
import { MemberLayout } from './member-layout'
import { signedInMember } from './session'
import { portalTexts } from './texts/texts'

/** The fees of members. */
export const myFees = new Hono<Env>().get('/persons/:person_id/fees', async (c) => {
  const fees = await listMyFees(await signedInMember(c))
  return c.html(<FeesPage {...fees} locale={localeFor(c.req, fees.session.workspace)} />)
})

type Props = Awaited<ReturnType<typeof listMyFees>> & { locale: Locale }

function FeesPage({ session, fees, locale }: Props) {
  const { person } = session
  const t = portalTexts(locale).myFees
  return (
    <MemberLayout title={t.title} session={session} section="fees" locale={locale}>
      <h1>{displayName(parseFixedFields(person))}</h1>
      {fees.length === 0 && <p class="lead">{t.none}</p>}
      {fees.length > 0 && (
        <Card>
          <ul class="entries">
            {fees.map((fee) => (
              <li>
                <p class="fee-line">
                  <span>{fee.description}</span>
                  <span class="fee-amount">{formatMoney(fee.amount, person.currency, locale)}</span>
                </p>
                <p class="fee-line fee-detail">
                  <span>{formatDay(fee.createdAt, person.timezone, locale)}</span>
                  <span class="state">{t.statuses[fee.status]}</span>
                </p>
                <p class="fee-detail">
                  {t.reference}: <span class="reference">{fee.reference}</span>
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </MemberLayout>
  )
}
