import { type Context, Hono } from 'hono'
import {
  getAttempt,
  listAttempts,
  type ShownAttempt,
  sendAgain,
  sendTest,
} from '../../../domain/webhooks/again'
import type { WebhookAttempt } from '../../../domain/webhooks/attempts'
import type { Env } from '../../../env'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { CodeBlock } from '../../../ui/code'
import { Copyable } from '../../../ui/copyable'
import { DescriptionList } from '../../../ui/description-list'
import { Empty } from '../../../ui/empty'
import { Form } from '../../../ui/form-layout'
import { formatNumber, formatSecond } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { Actions, Measure } from '../../../ui/stack'
import { Table } from '../../../ui/table'
import { Quiet } from '../../../ui/text'
import { type Viewer, viewerOf } from '../../layout'
import { doneIn, SettingsLayout } from '../page'
import { failureOf, hasArrived, ResultBadge } from './attempt-lines'
import { eventName } from './events'
import { aboveWebhook, webhookPath } from './paths'
import { postOf, sendsWebhooks } from './service'
import { failureText, hintFor, hostOf } from './state'
import { webhookPageTexts } from './texts'
import { withoutKey } from './webhook'

/** The pages of what was sent: all attempts of a webhook, and one of them, which can be sent again. */
export const attemptsPage = new Hono<Env>()
  .post('/:workspace/settings/webhooks/:webhook_endpoint_id/test', async (c) => {
    const post = postOf(c)
    if (!post) return withoutKey(c)
    const id = c.req.param('webhook_endpoint_id')
    return showAttempt(c, id, await sendTest(c.var.staff, { id, post }))
  })

  .get('/:workspace/settings/webhooks/:webhook_endpoint_id/attempts', async (c) => {
    const id = c.req.param('webhook_endpoint_id')
    const { attempts, url } = await listAttempts(c.var.staff, { id })
    return c.html(<AttemptsPage c={c} endpoint={{ id, url }} attempts={attempts} />)
  })

  .get('/:workspace/settings/webhooks/:webhook_endpoint_id/attempts/:attempt_id', async (c) => {
    const named = { id: c.req.param('webhook_endpoint_id'), attemptId: c.req.param('attempt_id') }
    const { attempt, url } = await getAttempt(c.var.staff, named)
    return c.html(<AttemptPage c={c} endpoint={{ id: named.id, url }} attempt={attempt} />)
  })

  .post('/:workspace/settings/webhooks/:webhook_endpoint_id/attempts/:attempt_id/again', async (c) => {
    const post = postOf(c)
    if (!post) return withoutKey(c)
    const id = c.req.param('webhook_endpoint_id')
    const attemptId = c.req.param('attempt_id')
    return showAttempt(c, id, await sendAgain(c.var.staff, { id, attemptId, post }))
  })

/** Leads to the page of an attempt that was made just now, which says what became of it. */
const showAttempt = (c: Context<Env>, id: string, attempt: WebhookAttempt) =>
  doneIn(c, hasArrived(attempt) ? 'webhookArrived' : 'webhookTried', `/webhooks/${id}/attempts/${attempt.id}`)

type Endpoint = { id: string; url: string }

function AttemptsPage({
  c,
  endpoint,
  attempts,
}: {
  c: Context<Env>
  endpoint: Endpoint
  attempts: WebhookAttempt[]
}) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const path = webhookPath(viewer, endpoint.id)
  return (
    <SettingsLayout
      c={c}
      title={t.attemptsTitle}
      lead={t.attemptsLead}
      viewer={viewer}
      above={aboveWebhook(viewer, { id: endpoint.id, host: hostOf(endpoint) })}
    >
      <Table
        caption={t.attemptsTitle}
        rows={attempts}
        rowId={({ id }) => id}
        locale={locale}
        empty={<Empty title={t.noAttempts} lead={t.noAttemptsLead} />}
        columns={[
          {
            key: 'event',
            label: t.event,
            cell: ({ id, type }) => <a href={`${path}/attempts/${id}`}>{eventName(type, locale)}</a>,
          },
          {
            key: 'at',
            label: t.time,
            cell: ({ at }) => formatSecond(at, staff.workspace.timezone, locale),
          },
          {
            key: 'result',
            label: t.result,
            cell: (attempt) => <ResultBadge attempt={attempt} viewer={viewer} />,
            phone: 'aside',
          },
          {
            key: 'duration',
            label: t.duration,
            cell: ({ milliseconds }) => t.milliseconds(formatNumber(milliseconds, locale)),
            isNumeric: true,
            phone: 'hidden',
          },
          { key: 'answer', label: t.answer, cell: ({ answer }) => answer?.slice(0, 60), phone: 'hidden' },
        ]}
      />
    </SettingsLayout>
  )
}

function AttemptPage({
  c,
  endpoint,
  attempt,
}: {
  c: Context<Env>
  endpoint: Endpoint
  attempt: ShownAttempt
}) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = webhookPageTexts(locale)
  const path = `${webhookPath(viewer, endpoint.id)}/attempts/${attempt.id}`
  const name = eventName(attempt.type, locale)
  return (
    <SettingsLayout
      c={c}
      title={name}
      viewer={viewer}
      badge={<ResultBadge attempt={attempt} viewer={viewer} />}
      above={[
        ...aboveWebhook(viewer, { id: endpoint.id, host: hostOf(endpoint) }),
        { label: t.attemptsTitle, page: `/webhooks/${endpoint.id}/attempts` },
      ]}
    >
      <Measure>
        {!hasArrived(attempt) && <FailedNotice attempt={attempt} viewer={viewer} />}
        <Card>
          <Facts attempt={attempt} viewer={viewer} />
        </Card>
        {attempt.answer !== null && (
          <Card title={t.answer}>
            {attempt.answer ? <CodeBlock text={attempt.answer} /> : <p>{t.noAnswer}</p>}
          </Card>
        )}
        <Card title={t.body}>
          {attempt.body === undefined ? (
            <p>{t.bodyLost}</p>
          ) : (
            <>
              <Quiet>{t.bodyHint}</Quiet>
              <CodeBlock text={JSON.stringify(JSON.parse(attempt.body), null, 2)} />
            </>
          )}
        </Card>
        {attempt.body !== undefined && sendsWebhooks(c.env) && (
          <Form action={`${path}/again`}>
            <Quiet>{t.againHint}</Quiet>
            <Actions>
              <Button>{t.again}</Button>
            </Actions>
          </Form>
        )}
      </Measure>
    </SettingsLayout>
  )
}

function FailedNotice({ attempt, viewer }: { attempt: WebhookAttempt; viewer: Viewer }) {
  const t = webhookPageTexts(viewer.locale)
  const failure = failureOf(attempt)
  return (
    <Notice tone="bad" title={t.failed(failureText(failure, t))} isQuiet>
      {hintFor(failure, t)}
    </Notice>
  )
}

function Facts({ attempt, viewer }: { attempt: WebhookAttempt; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = webhookPageTexts(locale)
  const { type, at, milliseconds, webhook_id, status } = attempt
  return (
    <DescriptionList
      items={[
        { name: t.time, value: formatSecond(at, staff.workspace.timezone, locale) },
        { name: t.event, value: type },
        { name: t.webhookId, value: <Copyable value={webhook_id} locale={locale} /> },
        {
          name: t.result,
          value: hasArrived(attempt) ? t.arrivedAs(String(status)) : failureText(failureOf(attempt), t),
        },
        { name: t.duration, value: t.milliseconds(formatNumber(milliseconds, locale)) },
      ]}
    />
  )
}
