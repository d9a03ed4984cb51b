import { type Context, Hono } from 'hono'
import { requireNeed } from '../../domain/access/authorize'
import { PERMISSIONS, type PermissionGroup } from '../../domain/access/permissions'
import { query } from '../../domain/access/query'
import { type IssuedApiKey, issueApiKey, TO_MANAGE_KEYS } from '../../domain/workspaces/api-keys'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, DateField } from '../../ui/choices'
import { Copyable } from '../../ui/copyable'
import { FieldGroup, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = { name: string; permissions: string[]; expiresOn: string }

/** The page that issues an API key, and then shows its token, once. */
export const newApiKeyPage = new Hono<Env>()
  .get('/:workspace/settings/api-keys/new', async (c) => {
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_MANAGE_KEYS))
    return c.html(<NewApiKeyPage c={c} values={{ name: '', permissions: [], expiresOn: '' }} />)
  })

  .post('/:workspace/settings/api-keys/new', async (c) => {
    const form = await readForm(c)
    const values = {
      name: form.get('name')?.trim() ?? '',
      permissions: PERMISSIONS.filter((permission) => form.has(permission)),
      expiresOn: form.get('expires_on') ?? '',
    }
    const body = {
      name: values.name,
      permissions: values.permissions,
      // The last moment of the day in UTC, in which the list shows it.
      expires_at: values.expiresOn ? `${values.expiresOn}T23:59:59.999Z` : null,
    }
    const outcome = await attempt(() => issueApiKey(c.var.staff, { body }))
    // The token is in no address and no cookie, so the form is answered with the page that shows it.
    if ('result' in outcome) return c.html(<IssuedPage c={c} issued={outcome.result} />)
    const faults = withPaths(outcome, (path) => (path === 'expires_at' ? 'expires_on' : path))
    const refused = refusedIn(faults, settingsTexts(viewerOf(c).locale).apiKeys.fields, viewerOf(c))
    return c.html(<NewApiKeyPage c={c} values={values} refused={refused} />, 422)
  })

const GROUPS = [...Map.groupBy(PERMISSIONS, (permission) => permission.split(':')[0] as PermissionGroup)]

function NewApiKeyPage({ c, values, refused = {} }: { c: Context<Env>; values: Values; refused?: Refused }) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields } = t.apiKeys
  return (
    <SettingsLayout
      c={c}
      title={t.apiKeys.add}
      lead={t.apiKeys.newLead}
      viewer={viewer}
      above={[{ label: t.overview.apiKeys.title, page: '/api-keys' }]}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList
          refused={refused}
          fields={fields}
          inputs={{ permissions: PERMISSIONS[0] }}
          locale={locale}
        />
        <Form>
          <Card>
            <Fields>
              <TextField {...fields.name} name="name" value={values.name} issue={refused.name} />
              <DateField
                {...fields.expires_on}
                name="expires_on"
                value={values.expiresOn}
                issue={refused.expires_on}
              />
            </Fields>
          </Card>
          <Card>
            <FieldGroup {...fields.permissions} name="permissions" issue={refused.permissions}>
              {GROUPS.map(([group, permissions]) => (
                <div>
                  <p class="label">{t.apiKeys.groups[group]}</p>
                  <div class="check-inline">
                    {permissions.map((permission) => (
                      <Check
                        name={permission}
                        label={t.apiKeys.permissions[permission]}
                        isChecked={values.permissions.includes(permission)}
                      />
                    ))}
                  </div>
                </div>
              ))}
            </FieldGroup>
          </Card>
          <Actions>
            <Button>{t.apiKeys.issue}</Button>
            <ButtonLink kind="second" href={settingsPath(viewer, '/api-keys')}>
              {t.cancel}
            </ButtonLink>
          </Actions>
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

function IssuedPage({ c, issued }: { c: Context<Env>; issued: IssuedApiKey }) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  return (
    <SettingsLayout
      c={c}
      title={issued.name}
      viewer={viewer}
      above={[{ label: t.overview.apiKeys.title, page: '/api-keys' }]}
    >
      <Measure>
        <Notice tone="warn">{t.apiKeys.onlyNow}</Notice>
        <Card title={t.apiKeys.token}>
          <Copyable value={issued.token} locale={locale} />
        </Card>
        <Actions>
          <ButtonLink href={settingsPath(viewer, '/api-keys')}>{t.apiKeys.done}</ButtonLink>
        </Actions>
      </Measure>
    </SettingsLayout>
  )
}
