import { type Context, Hono } from 'hono'
import { listWebhooks, type Webhook } from '../../../domain/webhooks/view'
import type { Env } from '../../../env'
import { ButtonLink } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { formatNumber } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { Table } from '../../../ui/table'
import { Quiet } from '../../../ui/text'
import { viewerOf } from '../../layout'
import { SettingsLayout, settingsPath } from '../page'
import { settingsTexts } from '../texts'
import { summaryOf } from './events'
import { webhookPath } from './paths'
import { sendsWebhooks } from './service'
import { hostOf, StateBadge } from './state'
import { webhookPageTexts } from './texts'

/** The page of all webhooks. */
export const webhooksPage = new Hono<Env>().get('/:workspace/settings/webhooks', async (c) => {
  const webhooks = await listWebhooks(c.var.staff)
  return c.html(<WebhooksPage c={c} webhooks={webhooks} />)
})

function WebhooksPage({ c, webhooks }: { c: Context<Env>; webhooks: Webhook[] }) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = webhookPageTexts(locale)
  const { title } = settingsTexts(locale).overview.webhooks
  const add = sendsWebhooks(c.env) && (
    <ButtonLink href={settingsPath(viewer, '/webhooks/new')} icon="plus" shortcut="n" noPrefetch>
      {t.add}
    </ButtonLink>
  )
  return (
    <SettingsLayout c={c} title={title} lead={t.lead} viewer={viewer} actions={webhooks.length > 0 && add}>
      {!sendsWebhooks(c.env) && <NoKey viewer={viewer} />}
      <Table
        caption={title}
        rows={webhooks}
        rowId={({ id }) => id}
        locale={locale}
        empty={<Empty title={t.none} lead={t.noneLead} action={add} />}
        columns={[
          {
            key: 'host',
            label: t.host,
            cell: (webhook) => (
              <>
                <a href={webhookPath(viewer, webhook.id)}>{hostOf(webhook)}</a>
                {webhook.description && <Quiet>{webhook.description}</Quiet>}
              </>
            ),
          },
          { key: 'hears', label: t.hears, cell: ({ events }) => summaryOf(events, locale) },
          {
            key: 'behind',
            label: t.behind,
            cell: ({ missed }) =>
              missed.count > 0 && t.events(formatNumber(missed.count, locale), missed.isMore),
            phone: 'labelled',
          },
          {
            key: 'state',
            label: t.state,
            cell: (webhook) => <StateBadge webhook={webhook} viewer={viewer} />,
          },
        ]}
      />
    </SettingsLayout>
  )
}

/** Says that the deployment sends no webhooks, and why. */
export const NoKey = ({ viewer }: { viewer: ReturnType<typeof viewerOf> }) => {
  const t = webhookPageTexts(viewer.locale)
  return (
    <Notice tone="warn" title={t.noKey} isQuiet>
      <p>{t.noKeyLead}</p>
    </Notice>
  )
}
