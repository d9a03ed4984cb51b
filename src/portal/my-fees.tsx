import { type Context, Hono } from 'hono'
import { personOf } from '../domain/persons/store/json'
import { listMyFees } from '../domain/portal/my-fees'
import type { Env } from '../env'
import { Card } from '../ui/card'
import { tongueFor, writtenDay, writtenMoney } from '../ui/i18n/locale'
import { Inside, nameOf } from './member-layout'
import { memberBehind } from './session'

/** What members owe. */
export const myFees = new Hono<Env>().get('/persons/:person_id/fees', async (c) => {
  const own = await listMyFees(await memberBehind(c))
  return c.html(<Fees c={c} own={own} />)
})

function Fees({ c, own }: { c: Context<Env>; own: Awaited<ReturnType<typeof listMyFees>> }) {
  const { visit, fees } = own
  const { person, rendering } = visit
  const { currency, timezone } = person
  const tongue = tongueFor(c, visit.workspace)
  const { t } = tongue
  return (
    <Inside title={t.fees} tongue={tongue} visit={visit} section="fees">
      <h1>{nameOf(personOf(person, rendering))}</h1>
      {fees.length === 0 && <p class="lead">{t.noFees}</p>}
      {fees.length > 0 && (
        <Card>
          <ul class="fees">
            {fees.map((fee) => (
              <li>
                <p class="fee-line">
                  <span>{fee.description}</span>
                  <span class="fee-amount">{writtenMoney(fee.amount, currency, tongue)}</span>
                </p>
                <p class="fee-line fee-detail">
                  <span>{writtenDay(fee.createdAt, timezone, tongue)}</span>
                  <span class="state">{t.feeStates[fee.state]}</span>
                </p>
                <p class="fee-detail">
                  {t.feeReference}: <span class="reference">{fee.reference}</span>
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Inside>
  )
}
