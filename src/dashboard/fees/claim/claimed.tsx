import { type Context, Hono } from 'hono'
import { requireNeed } from '../../../domain/access/authorize'
import { query } from '../../../domain/access/query'
import { undoClaim } from '../../../domain/payments/undo-claim'
import type { Env } from '../../../env'
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
import { claimTexts } from './texts'

const CLAIMED = '/:workspace/fees/claimed'
const TO_CLAIM = { permission: 'fees:write' } as const

/** The page after a claim: what it did, with the way back, and where to go on. */
export const claimedPage = new Hono<Env>()
  .get(CLAIMED, async (c) => {
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_CLAIM))
    return c.html(<ClaimedPage c={c} viewer={viewerOf(c)} />)
  })

  .post(`${CLAIMED}/undo`, async (c) => {
    const batchId = (await readForm(c)).get('batch') ?? ''
    const reason = claimTexts(localeFor(c.req)).done.undoReason
    const { cancelled, left } = await undoClaim(c.var.staff, { batchId, reason })
    const { workspace } = viewerOf(c).staff
    return c.redirect(pathIn(workspace, `/fees/claimed?cancelled=${cancelled}&left=${left}`), 303)
  })

function ClaimedPage({ c, viewer }: { c: Context<Env>; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { workspace } = staff
  const { done: t, count, title } = claimTexts(locale)
  const { claimed, sum, batch = '', cancelled, left } = c.req.query()
  const number = (value: string | undefined) => (/^\d{1,15}$/.test(value ?? '') ? Number(value) : undefined)
  const fees = (value: number) => count(formatNumber(value, locale))
  const isUndone = number(cancelled) !== undefined
  return (
    <StaffLayout title={isUndone ? title : t.title} viewer={viewer} section="fees">
      <Measure>
        <PageHead
          title={isUndone ? title : t.title}
          breadcrumb={<WayBack viewer={viewer} section="fees" />}
        />
        {isUndone ? (
          <Notice tone="good">{t.undone(fees(number(cancelled) ?? 0), number(left) ?? 0)}</Notice>
        ) : (
          <Notice tone="good">
            {t.claimed(fees(number(claimed) ?? 0), formatMoney(number(sum) ?? 0, workspace.currency, locale))}
          </Notice>
        )}
        <Card title={t.next}>
          <p>{t.nextLead}</p>
          <Actions>
            <ButtonLink href={pathIn(workspace, '/fees')}>{t.toFees}</ButtonLink>
          </Actions>
        </Card>
        {!isUndone && /^bat_\w{24}$/.test(batch) && (
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
