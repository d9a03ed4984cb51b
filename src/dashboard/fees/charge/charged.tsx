import { Hono } from 'hono'
import { requireNeed } from '../../../domain/access/authorize'
import { query } from '../../../domain/access/query'
import { TO_CHARGE } from '../../../domain/fees/create'
import { undoCharge } from '../../../domain/payments/undo-charge'
import type { Env } from '../../../env'
import { type Done, done, takeDone } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Form } from '../../../ui/form-layout'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { localeFor } from '../../../ui/i18n/locale'
import { Notice } from '../../../ui/notice'
import { PageHead } from '../../../ui/page-head'
import { Actions, Measure } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { pathIn } from '../../paths'
import { WayBack } from '../../way-back'
import { chargeTexts } from './texts'

const CHARGED = '/:workspace/fees/claimed'

/** The page after fees were charged: what was done, with the way back, and where to go on. */
export const chargedPage = new Hono<Env>()
  .get(CHARGED, async (c) => {
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_CHARGE))
    const batch = c.req.query('batch')
    return c.html(<ChargedPage done={takeDone(c)} batch={batch} viewer={viewerOf(c)} />)
  })

  .post(`${CHARGED}/undo`, async (c) => {
    const batchId = (await readForm(c)).get('batch') ?? ''
    const reason = chargeTexts(localeFor(c.req)).done.undoReason
    const { cancelled, left } = await undoCharge(c.var.staff, { batchId, reason })
    const { workspace } = viewerOf(c).staff
    return done(c, 'undone', { to: pathIn(workspace, '/fees/claimed'), numbers: { cancelled, left } })
  })

/** The batch of the fees is in the address, so that they can be undone after a reload; without it, they were undone. */
type Props = { done: Done | undefined; batch: string | undefined; viewer: Viewer }

function ChargedPage({ done, batch, viewer }: Props) {
  const { locale, staff } = viewer
  const { workspace } = staff
  const { done: t, title: chargeTitle } = chargeTexts(locale)
  const title = batch === undefined ? chargeTitle : t.title
  return (
    <StaffLayout title={title} viewer={viewer} section="fees">
      <Measure>
        <PageHead title={title} breadcrumb={<WayBack viewer={viewer} section="fees" />} />
        <ChargedNotice done={done} viewer={viewer} />
        <Card title={t.next}>
          <p>{t.nextLead}</p>
          <Actions>
            <ButtonLink href={pathIn(workspace, '/fees')}>{t.toFees}</ButtonLink>
          </Actions>
        </Card>
        {batch !== undefined && /^bat_\w{24}$/.test(batch) && (
          <Form action={pathIn(workspace, '/fees/claimed/undo')} hidden={{ batch }}>
            <Quiet>{t.undoLead}</Quiet>
            <Actions>
              <Button kind="second">{t.undo}</Button>
            </Actions>
          </Form>
        )}
      </Measure>
    </StaffLayout>
  )
}

function ChargedNotice({ done, viewer: { staff, locale } }: Pick<Props, 'done' | 'viewer'>) {
  const { done: t, count } = chargeTexts(locale)
  const number = (name: string) => done?.numbers[name] ?? 0
  const fees = (name: string) => count(formatNumber(number(name), locale))
  if (done?.word === 'undone')
    return <Notice tone="good">{t.undone(fees('cancelled'), number('left'))}</Notice>
  if (done?.word !== 'claimed') return null
  const sum = formatMoney(number('sum'), staff.workspace.currency, locale)
  return <Notice tone="good">{t.claimed(fees('count'), sum)}</Notice>
}
