import { type Context, Hono } from 'hono'
import { changeEndpoint, createEndpoint } from '../../../domain/webhooks/change'
import { getWebhookToChange } from '../../../domain/webhooks/view'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Card } from '../../../ui/card'
import { SaveOrCancel, TextField } from '../../../ui/form'
import { Fields, Form } from '../../../ui/form-layout'
import { Measure } from '../../../ui/stack'
import { attempt } from '../../attempt'
import { viewerOf } from '../../layout'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { doneIn, SettingsLayout, settingsPath } from '../page'
import { EventsField, filtersFrom } from './events'
import { NoKey } from './list'
import { aboveWebhook, webhookPath } from './paths'
import { requireChange, secretIn, sendsWebhooks, whereOf } from './service'
import { hostOf } from './state'
import { webhookPageTexts } from './texts'
import { CreatedPage } from './webhook'

type Values = { url: string; description: string; events: string[] }

const NEW: Values = { url: '', description: '', events: [] }

/** The pages that set a webhook up, and that change its address and what it hears of. */
export const webhookFormPage = new Hono<Env>()
  .get('/:workspace/settings/webhooks/new', async (c) => {
    await requireChange(c)
    return c.html(<FormPage c={c} values={NEW} />)
  })

  .post('/:workspace/settings/webhooks/new', async (c) => {
    const values = valuesOf(await readForm(c))
    if (!sendsWebhooks(c.env)) {
      await requireChange(c)
      return c.html(<FormPage c={c} values={values} />, 422)
    }
    const body = bodyOf(values)
    const outcome = await attempt(() => createEndpoint(c.var.staff, { body, where: whereOf(c) }))
    if (!('result' in outcome))
      return c.html(<FormPage c={c} values={values} refused={refused(c, outcome)} />, 422)
    // The secret is in no address and no cookie, so the form is answered with the page that shows it.
    const { id } = outcome.result
    return c.html(
      <CreatedPage c={c} endpoint={outcome.result} secret={secretIn(c, { id, secretVersion: 1 })} />,
    )
  })

  .get('/:workspace/settings/webhooks/:webhook_endpoint_id/edit', async (c) => {
    const webhook = await getWebhookToChange(c.var.staff, { id: c.req.param('webhook_endpoint_id') })
    const values = { ...webhook, description: webhook.description ?? '' }
    return c.html(<FormPage c={c} id={webhook.id} values={values} />)
  })

  .post('/:workspace/settings/webhooks/:webhook_endpoint_id/edit', async (c) => {
    const id = c.req.param('webhook_endpoint_id')
    const values = valuesOf(await readForm(c))
    const change = { id, body: bodyOf(values), where: whereOf(c) }
    const outcome = await attempt(() => changeEndpoint(c.var.staff, change))
    if ('result' in outcome) return doneIn(c, 'saved', `/webhooks/${id}`)
    return c.html(<FormPage c={c} id={id} values={values} refused={refused(c, outcome)} />, 422)
  })

function refused(c: Context<Env>, faults: Parameters<typeof refusedIn>[0]): Refused {
  const viewer = viewerOf(c)
  return refusedIn(faults, webhookPageTexts(viewer.locale).fields, viewer)
}

const valuesOf = (form: URLSearchParams): Values => ({
  url: form.get('url')?.trim() ?? '',
  description: form.get('description')?.trim() ?? '',
  events: filtersFrom(form),
})

const bodyOf = ({ url, description, events }: Values) => ({ url, description: description || null, events })

type Props = { c: Context<Env>; id?: string; values: Values; refused?: Refused }

function FormPage({ c, id, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = webhookPageTexts(locale)
  const host = URL.canParse(values.url) ? hostOf(values) : values.url
  const canSave = id !== undefined || sendsWebhooks(c.env)
  return (
    <SettingsLayout
      c={c}
      title={id === undefined ? t.add : t.editTitle(host)}
      lead={id === undefined && canSave && t.newLead}
      viewer={viewer}
      above={aboveWebhook(viewer, id === undefined ? undefined : { id, host })}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        {!canSave && <NoKey viewer={viewer} />}
        <RefusedList refused={refused} fields={t.fields} locale={locale} />
        {canSave && (
          <Form warnsUnsaved>
            <Card>
              <Fields>
                <TextField
                  {...t.fields.url}
                  name="url"
                  type="url"
                  value={values.url}
                  issue={refused.url}
                  autocapitalize="none"
                  spellcheck={false}
                  placeholder="https://"
                />
                <TextField
                  {...t.fields.description}
                  name="description"
                  value={values.description}
                  issue={refused.description}
                />
              </Fields>
            </Card>
            <Card>
              <EventsField filters={values.events} issue={refused.events} locale={locale} />
            </Card>
            <SaveOrCancel
              {...(id === undefined && { label: t.create })}
              cancelHref={id === undefined ? settingsPath(viewer, '/webhooks') : webhookPath(viewer, id)}
              locale={locale}
            />
          </Form>
        )}
      </Measure>
    </SettingsLayout>
  )
}
