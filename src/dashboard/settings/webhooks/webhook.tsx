import { type Context, Hono } from 'hono'
import type { WebhookAttempt } from '../../../domain/webhooks/attempts'
import { changeEndpoint, showSecret } from '../../../domain/webhooks/change'
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint'
import { asNew, type ParkedDelivery, viewWebhook, type Webhook } from '../../../domain/webhooks/view'
import type { Env } from '../../../env'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Copyable } from '../../../ui/copyable'
import { DescriptionList } from '../../../ui/description-list'
import { Form } from '../../../ui/form-layout'
import { formatDay, formatNumber, formatRecent, formatSecond } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Notice } from '../../../ui/notice'
import { Actions, Measure, Row } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { type Viewer, viewerOf } from '../../layout'
import { doneIn, SettingsLayout } from '../page'
import { AttemptLines } from './attempt-lines'
import { eventName, summaryOf } from './events'
import { NoKey } from './list'
import { aboveWebhook, webhookPath } from './paths'
import { requireChange, secretIn, sendsWebhooks, whereOf } from './service'
import { hostOf, StateBadge, StateNotice } from './state'
import { webhookPageTexts } from './texts'

/** Where receivers read how to check what they get. */
const GUIDE = '/docs#tag/webhooks'
const EVENTS = '/docs/events'

/** The page of a webhook, what pauses it, and what shows its secret. */
export const webhookPage = new Hono<Env>()
  .get('/:workspace/settings/webhooks/:webhook_endpoint_id', async (c) => {
    const viewed = await viewWebhook(c.var.staff, { id: c.req.param('webhook_endpoint_id') })
    return c.html(<WebhookPage c={c} {...viewed} />)
  })

  .post('/:workspace/settings/webhooks/:webhook_endpoint_id/pause', async (c) => {
    const id = c.req.param('webhook_endpoint_id')
    await changeEndpoint(c.var.staff, { id, body: { state: 'paused' }, where: whereOf(c) })
    return doneIn(c, 'webhookPaused', `/webhooks/${id}`)
  })

  .post('/:workspace/settings/webhooks/:webhook_endpoint_id/secret', async (c) => {
    if (!sendsWebhooks(c.env)) return withoutKey(c)
    const { endpoint } = await showSecret(c.var.staff, { id: c.req.param('webhook_endpoint_id') })
    const { secretNew } = webhookPageTexts(viewerOf(c).locale)
    return c.html(<SecretPage c={c} endpoint={endpoint} secret={secretIn(c, endpoint)} text={secretNew} />)
  })

/** Answers who may change webhooks that the deployment sends none. */
export async function withoutKey(c: Context<Env>) {
  await requireChange(c)
  const viewer = viewerOf(c)
  const { title } = aboveTitle(viewer)
  return c.html(
    <SettingsLayout c={c} title={title} viewer={viewer} above={aboveWebhook(viewer)}>
      <NoKey viewer={viewer} />
    </SettingsLayout>,
    422,
  )
}

const aboveTitle = (viewer: Viewer) => ({ title: aboveWebhook(viewer)[0]?.label ?? '' })

type CreatedProps = { c: Context<Env>; endpoint: WebhookEndpoint; secret: string | undefined }

/** The page of a webhook that was created just now, with its secret. */
export const CreatedPage = ({ c, endpoint, secret }: CreatedProps) => (
  <WebhookPage c={c} webhook={asNew(endpoint)} attempts={[]} parked={[]} secret={secret} />
)

type Props = {
  c: Context<Env>
  webhook: Webhook
  attempts: WebhookAttempt[]
  parked: ParkedDelivery[]
  /** The secret of a webhook that was created just now. */
  secret?: string | undefined
}

function WebhookPage({ c, webhook, attempts, parked, secret }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = webhookPageTexts(locale)
  const path = webhookPath(viewer, webhook.id)
  const canSend = sendsWebhooks(c.env)
  return (
    <SettingsLayout
      c={c}
      title={hostOf(webhook)}
      lead={webhook.description}
      viewer={viewer}
      above={aboveWebhook(viewer)}
      badge={<StateBadge webhook={webhook} viewer={viewer} isShort />}
      actions={
        canSend && (
          <Form action={`${path}/test`}>
            <Button kind="second">{t.test}</Button>
          </Form>
        )
      }
    >
      <Measure>
        {!canSend && <NoKey viewer={viewer} />}
        {secret !== undefined && <Notice tone="good">{t.createdNotice}</Notice>}
        <StateNotice webhook={webhook} viewer={viewer} />
        {secret === undefined ? (
          <LogCard attempts={attempts} path={path} viewer={viewer} />
        ) : (
          <SecretCard secret={secret} text={t.secretNew} viewer={viewer} />
        )}
        {parked.length > 0 && <ParkedCard parked={parked} path={path} viewer={viewer} />}
        <SetUpCard webhook={webhook} path={path} viewer={viewer} />
        {secret === undefined && canSend && <SecretActions webhook={webhook} path={path} viewer={viewer} />}
        <Actions>
          {webhook.state === 'active' && (
            <Form action={`${path}/pause`}>
              <Button kind="second">{t.pause}</Button>
            </Form>
          )}
          <ButtonLink kind="second" href={`${path}/replay`} noPrefetch>
            {t.replay}
          </ButtonLink>
          <ButtonLink kind="second" href={`${path}/delete`} noPrefetch>
            {t.remove}
          </ButtonLink>
        </Actions>
      </Measure>
    </SettingsLayout>
  )
}

type PartProps = { path: string; viewer: Viewer }

function LogCard({ attempts, path, viewer }: PartProps & { attempts: WebhookAttempt[] }) {
  const t = webhookPageTexts(viewer.locale)
  if (attempts.length === 0)
    return (
      <Card title={t.log}>
        <p>{t.noAttempts}</p>
        <Quiet>{t.noAttemptsLead}</Quiet>
      </Card>
    )
  return (
    <Card title={t.log} action={<a href={`${path}/attempts`}>{t.allAttempts}</a>}>
      <AttemptLines attempts={attempts} path={path} viewer={viewer} />
    </Card>
  )
}

function ParkedCard({ parked, path, viewer }: PartProps & { parked: ParkedDelivery[] }) {
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const at = (instant: string) => formatSecond(instant, staff.workspace.timezone, locale)
  const items = parked.map(({ type, webhook_id, parked_at, next_attempt_at, attempt_id }) => {
    const name = eventName(type, locale)
    return {
      main: attempt_id ? <a href={`${path}/attempts/${attempt_id}`}>{name}</a> : name,
      details: [
        <>
          {t.parkedSince(at(parked_at))} ·{' '}
          {next_attempt_at ? t.parkedNext(at(next_attempt_at)) : t.parkedNever}
        </>,
        webhook_id,
      ],
    }
  })
  return (
    <Card title={t.parked} id="parked">
      <p>{t.parkedLead}</p>
      <Lines items={items} />
    </Card>
  )
}

function SetUpCard({ webhook, path, viewer }: PartProps & { webhook: Webhook }) {
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const day = formatDay(webhook.created_at, staff.workspace.timezone, locale)
  const { missed, key } = webhook
  return (
    <Card
      title={t.setUp}
      action={
        <a href={`${path}/edit`} data-no-prefetch>
          {t.edit}
        </a>
      }
    >
      <DescriptionList
        items={[
          { name: t.url, value: <Copyable value={webhook.url} locale={locale} /> },
          { name: t.hears, value: summaryOf(webhook.events, locale, 12) },
          ...(missed.count > 0
            ? [{ name: t.behind, value: t.events(formatNumber(missed.count, locale), missed.isMore) }]
            : []),
          { name: t.created, value: key === null ? day : t.byKey(day, key) },
        ]}
      />
    </Card>
  )
}

function SecretActions({ webhook, path, viewer }: PartProps & { webhook: Webhook }) {
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const both = bothUntil(webhook)
  return (
    <Card title={t.secret}>
      <p>{t.secretLead}</p>
      {both && <p>{t.secretBoth(formatRecent(both, staff.workspace.timezone, locale))}</p>}
      <Row>
        <Form action={`${path}/secret`}>
          <Button kind="second">{t.secretShow}</Button>
        </Form>
        <ButtonLink kind="second" href={`${path}/renew`} noPrefetch>
          {t.secretRenew}
        </ButtonLink>
        <a href={GUIDE}>{t.guide}</a>
        <a href={EVENTS}>{t.eventsGuide}</a>
      </Row>
    </Card>
  )
}

const DAY = 24 * 60 * 60 * 1000

/** Until when the secret before the current one also signs; undefined if it does not any more. */
export function bothUntil({ rotated_at }: Pick<Webhook, 'rotated_at'>): string | undefined {
  if (rotated_at === null) return undefined
  const until = Date.parse(rotated_at) + DAY
  return until > Date.now() ? new Date(until).toISOString() : undefined
}

type SecretProps = { secret: string | undefined; text: string; viewer: Viewer }

function SecretCard({ secret, text, viewer }: SecretProps) {
  const t = webhookPageTexts(viewer.locale)
  return (
    <Card title={t.secret}>
      <p>{t.secretLead}</p>
      {secret !== undefined && <Copyable value={secret} locale={viewer.locale} />}
      <p>{text}</p>
      <Row>
        <a href={GUIDE}>{t.guide}</a>
        <a href={EVENTS}>{t.eventsGuide}</a>
      </Row>
    </Card>
  )
}

type SecretPageProps = {
  c: Context<Env>
  endpoint: { id: string; url: string }
  secret: string | undefined
  text: string
}

/** The page that shows the secret of a webhook. */
export function SecretPage({ c, endpoint, secret, text }: SecretPageProps) {
  const viewer = viewerOf(c)
  const t = webhookPageTexts(viewer.locale)
  const { id } = endpoint
  return (
    <SettingsLayout
      c={c}
      title={t.secret}
      viewer={viewer}
      above={aboveWebhook(viewer, { id, host: hostOf(endpoint) })}
    >
      <Measure>
        <SecretCard secret={secret} text={text} viewer={viewer} />
        <Actions>
          <ButtonLink href={webhookPath(viewer, id)}>{t.secretDone}</ButtonLink>
        </Actions>
      </Measure>
    </SettingsLayout>
  )
}
