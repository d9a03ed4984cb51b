import { type Context, Hono } from 'hono'
import { addDays, todayIn } from '../../../domain/shared/dates'
import {
  changeEndpoint,
  deleteEndpoint,
  REPLAY_DAYS,
  replayEvents,
  rotateSecret,
} from '../../../domain/webhooks/change'
import { getWebhookToChange, type Webhook } from '../../../domain/webhooks/view'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Card } from '../../../ui/card'
import { DateField, RadioGroup } from '../../../ui/choices'
import { Confirm } from '../../../ui/confirm'
import { SaveOrCancel } from '../../../ui/form'
import { Form } from '../../../ui/form-layout'
import { formatInstant, formatNumber } from '../../../ui/i18n/format'
import { Measure } from '../../../ui/stack'
import { attempt } from '../../attempt'
import { StaffLayout, viewerOf } from '../../layout'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { doneIn, SettingsLayout } from '../page'
import { aboveWebhook, webhookPath } from './paths'
import { secretIn, sendsWebhooks, whereOf } from './service'
import { hostOf } from './state'
import { webhookPageTexts } from './texts'
import { bothUntil, SecretPage, withoutKey } from './webhook'

const PAGE = '/:workspace/settings/webhooks/:webhook_endpoint_id'

/** The pages that ask before a webhook is switched on, replayed, deleted or gets a new secret, and what they do. */
export const webhookActsPage = new Hono<Env>()
  .get(`${PAGE}/switch-on`, async (c) => c.html(<SwitchOnPage c={c} webhook={await openedBy(c)} />))

  .post(`${PAGE}/switch-on`, async (c) => {
    const id = c.req.param('webhook_endpoint_id')
    const form = await readForm(c)
    const body = { state: 'active', skip_missed: form.get('missed') === 'skip' }
    await changeEndpoint(c.var.staff, { id, body, where: whereOf(c) })
    return doneIn(c, 'webhookOn', `/webhooks/${id}`)
  })

  .get(`${PAGE}/renew`, async (c) => {
    const webhook = await openedBy(c)
    return sendsWebhooks(c.env) ? c.html(<RenewPage c={c} webhook={webhook} />) : withoutKey(c)
  })

  .post(`${PAGE}/renew`, async (c) => {
    if (!sendsWebhooks(c.env)) return withoutKey(c)
    const id = c.req.param('webhook_endpoint_id')
    const from = Number((await readForm(c)).get('version') || Number.NaN)
    const { endpoint } = await rotateSecret(c.var.staff, { id, from })
    const { renewedNotice } = webhookPageTexts(viewerOf(c).locale)
    return c.html(
      <SecretPage c={c} endpoint={endpoint} secret={secretIn(c, endpoint)} text={renewedNotice} />,
    )
  })

  .get(`${PAGE}/replay`, async (c) => {
    const webhook = await openedBy(c)
    const { timezone } = c.var.staff.current().workspace
    const since = addDays(todayIn(timezone, c.var.staff.now), -1)
    return c.html(<ReplayPage c={c} webhook={webhook} since={since} />)
  })

  .post(`${PAGE}/replay`, async (c) => {
    const id = c.req.param('webhook_endpoint_id')
    const since = (await readForm(c)).get('since') ?? ''
    const outcome = await attempt(() => replayEvents(c.var.staff, { id, body: { since } }))
    if ('result' in outcome) return doneIn(c, 'replayed', `/webhooks/${id}`)
    const viewer = viewerOf(c)
    const refused = refusedIn(outcome, webhookPageTexts(viewer.locale).replayFields, viewer)
    const webhook = await getWebhookToChange(c.var.staff, { id })
    return c.html(<ReplayPage c={c} webhook={webhook} since={since} refused={refused} />, 422)
  })

  .get(`${PAGE}/delete`, async (c) => c.html(<DeletePage c={c} webhook={await openedBy(c)} />))

  .post(`${PAGE}/delete`, async (c) => {
    await deleteEndpoint(c.var.staff, { id: c.req.param('webhook_endpoint_id') })
    return doneIn(c, 'deleted', '/webhooks')
  })

/** The webhook of a page that asks before it is changed. */
const openedBy = (c: Context<Env, '/:webhook_endpoint_id'>): Promise<Webhook> =>
  getWebhookToChange(c.var.staff, { id: c.req.param('webhook_endpoint_id') })

type Props = { c: Context<Env>; webhook: Webhook }

function SwitchOnPage({ c, webhook }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = webhookPageTexts(locale)
  const { missed, goesOnFromNow } = webhook
  const title = t.switchOnTitle(hostOf(webhook))
  const path = webhookPath(viewer, webhook.id)
  const events = t.events(formatNumber(missed.count, locale), missed.isMore)
  const asks = !goesOnFromNow && missed.count > 0
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <Confirm
        title={title}
        lead={goesOnFromNow ? t.onlyFromNow : asks ? t.missedCount(events, missed.count === 1) : t.missedNone}
        action={`${path}/switch-on`}
        label={t.switchOn}
        cancelHref={path}
        locale={locale}
      >
        {asks && (
          <Card>
            <RadioGroup
              name="missed"
              label={t.choice}
              value="send"
              options={[
                { value: 'send', label: t.catchUp(events), hint: t.catchUpHint },
                { value: 'skip', label: t.fromNow, hint: t.fromNowHint },
              ]}
            />
          </Card>
        )}
      </Confirm>
    </StaffLayout>
  )
}

function RenewPage({ c, webhook }: Props) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const title = t.renewTitle(hostOf(webhook))
  const path = webhookPath(viewer, webhook.id)
  const again =
    webhook.rotated_at !== null &&
    bothUntil(webhook) !== undefined &&
    t.renewAgain(formatInstant(webhook.rotated_at, staff.workspace.timezone, locale))
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <Confirm
        title={title}
        lead={t.renewLead}
        action={`${path}/renew`}
        label={t.renew}
        cancelHref={path}
        hidden={{ version: String(webhook.secret_version) }}
        isDangerous={again !== false}
        locale={locale}
      >
        {again && <p>{again}</p>}
      </Confirm>
    </StaffLayout>
  )
}

function ReplayPage({ c, webhook, since, refused = {} }: Props & { since: string; refused?: Refused }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const host = hostOf(webhook)
  const today = todayIn(staff.workspace.timezone, c.var.staff.now)
  return (
    <SettingsLayout
      c={c}
      title={t.replayTitle(host)}
      lead={t.replayLead}
      viewer={viewer}
      above={aboveWebhook(viewer, { id: webhook.id, host })}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={t.replayFields} locale={locale} />
        <Form>
          <Card>
            <DateField
              {...t.replayFields.since}
              name="since"
              value={since}
              issue={refused.since}
              min={addDays(today, 1 - REPLAY_DAYS)}
              max={today}
            />
            {webhook.state !== 'active' && <p>{t.replayOff}</p>}
          </Card>
          <SaveOrCancel label={t.replaySend} cancelHref={webhookPath(viewer, webhook.id)} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

function DeletePage({ c, webhook }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = webhookPageTexts(locale)
  const title = t.deleteTitle(hostOf(webhook))
  const path = webhookPath(viewer, webhook.id)
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <Confirm
        title={title}
        lead={t.deleteLead}
        action={`${path}/delete`}
        label={t.delete}
        cancelHref={path}
        isDangerous
        locale={locale}
      >
        {webhook.state === 'active' && <p>{t.deleteInstead}</p>}
      </Confirm>
    </StaffLayout>
  )
}
