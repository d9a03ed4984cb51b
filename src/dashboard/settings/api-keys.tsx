import { type Context, Hono } from 'hono'
import { requireFreshProof } from '../../domain/access/fresh-proof'
import { DomainError } from '../../domain/shared/errors'
import { type ApiKey, listApiKeys, revokeApiKey } from '../../domain/workspaces/api-keys'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Empty } from '../../ui/empty'
import { formatDay } from '../../ui/i18n/format'
import { Table } from '../../ui/table'
import { StaffLayout, viewerOf } from '../layout'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

/** The pages of the API keys: all of them, and the one that revokes one. */
export const apiKeysPage = new Hono<Env>()
  .get('/:workspace/settings/api-keys', async (c) => {
    const keys = await listApiKeys(c.var.staff)
    return c.html(<ApiKeysPage c={c} keys={keys} />)
  })

  .get('/:workspace/settings/api-keys/:key_id/revoke', async (c) => {
    const keys = await listApiKeys(c.var.staff)
    requireFreshProof(c.var.staff.current(), c.var.staff.now)
    const key = keys.find(({ id }) => id === c.req.param('key_id'))
    if (!key) throw new DomainError('not_found', 'The workspace has no such API key.')
    return c.html(<RevokePage c={c} apiKey={key} />)
  })

  .post('/:workspace/settings/api-keys/:key_id/revoke', async (c) => {
    const keyId = c.req.param('key_id')
    await revokeApiKey(c.var.staff, { keyId })
    return doneIn(c, 'revoked', '/api-keys', keyId)
  })

function ApiKeysPage({ c, keys }: { c: Context<Env>; keys: ApiKey[] }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = settingsTexts(locale)
  const path = settingsPath(viewer, '/api-keys')
  const day = (instant: string) => formatDay(instant, staff.workspace.timezone, locale)
  const isWorking = ({ revoked_at, expires_at }: ApiKey) =>
    !revoked_at && (!expires_at || new Date(expires_at) > c.var.staff.now)
  const add = (
    <ButtonLink href={`${path}/new`} icon="plus" shortcut="n" noPrefetch>
      {t.apiKeys.add}
    </ButtonLink>
  )
  return (
    <SettingsLayout
      c={c}
      title={t.overview.apiKeys.title}
      lead={t.apiKeys.lead}
      viewer={viewer}
      actions={keys.length > 0 && add}
    >
      <Table
        caption={t.overview.apiKeys.title}
        rows={keys.toSorted((one, other) => Number(isWorking(other)) - Number(isWorking(one)))}
        rowId={({ id }) => id}
        locale={locale}
        empty={<Empty title={t.apiKeys.none} lead={t.apiKeys.noneLead} action={add} />}
        columns={[
          { key: 'name', label: t.apiKeys.fields.name.label, cell: ({ name }) => name },
          {
            key: 'permissions',
            label: t.apiKeys.fields.permissions.label,
            cell: ({ permissions }) => t.apiKeys.summary(permissions),
          },
          {
            key: 'created',
            label: t.apiKeys.created,
            cell: ({ created_at }) => day(created_at),
            phone: 'hidden',
          },
          {
            key: 'expires',
            label: t.apiKeys.fields.expires_on.label,
            cell: ({ expires_at }) => expires_at && formatDay(expires_at, 'UTC', locale),
            phone: 'hidden',
          },
          {
            key: 'state',
            label: t.apiKeys.state,
            cell: (key) =>
              isWorking(key) ? (
                <Badge tone="good">{t.apiKeys.working}</Badge>
              ) : (
                <Badge>{key.revoked_at ? t.apiKeys.revoked : t.apiKeys.expired}</Badge>
              ),
            phone: 'aside',
          },
          {
            key: 'act',
            label: t.apiKeys.act,
            cell: (key) =>
              isWorking(key) && (
                <a href={`${path}/${key.id}/revoke`} data-no-prefetch>
                  {t.apiKeys.revokeKey}
                </a>
              ),
          },
        ]}
      />
    </SettingsLayout>
  )
}

function RevokePage({ c, apiKey }: { c: Context<Env>; apiKey: ApiKey }) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const { apiKeys: t } = settingsTexts(locale)
  const title = t.revokeTitle(apiKey.name)
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <Confirm
        title={title}
        lead={t.revokeLead(t.summary(apiKey.permissions))}
        action={settingsPath(viewer, `/api-keys/${apiKey.id}/revoke`)}
        label={t.revoke}
        cancelHref={settingsPath(viewer, '/api-keys')}
        isDangerous
        locale={locale}
      />
    </StaffLayout>
  )
}
