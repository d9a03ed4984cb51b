import { type Context, Hono } from 'hono'
import { viewOwnSettings } from '../../domain/workspaces/own-settings'
import { updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { languageName } from '../../ui/i18n/format'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = { name: string; locale: string; timezone: string }

/** The page of a workspace's name, language and time zone. */
export const workspacePage = new Hono<Env>()
  .get('/:workspace/settings/workspace', async (c) => {
    const { workspace, superordinate } = await viewOwnSettings(c.var.staff)
    return c.html(<WorkspacePage c={c} values={workspace} superordinate={superordinate} />)
  })

  .post('/:workspace/settings/workspace', async (c) => {
    const form = await readForm(c)
    const body = {
      name: form.get('name')?.trim() ?? '',
      locale: form.get('locale') ?? '',
      timezone: form.get('timezone') ?? '',
    }
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body }))
    if ('result' in outcome) return doneIn(c, 'saved', '/workspace')
    const refused = refusedIn(outcome, settingsTexts(viewerOf(c).locale).workspace.fields, viewerOf(c))
    const { superordinate } = await viewOwnSettings(c.var.staff)
    return c.html(<WorkspacePage c={c} values={body} superordinate={superordinate} refused={refused} />, 422)
  })

type Props = {
  c: Context<Env>
  values: Values
  superordinate: string | undefined
  refused?: Refused<keyof Values>
}

function WorkspacePage({ c, values, superordinate, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = settingsTexts(locale)
  const { fields, facts, variants } = t.workspace
  const fixed = [
    { name: facts.currency, value: staff.workspace.currency },
    { name: facts.subscription, value: variants[staff.workspace.subscriptionVariant] },
    ...(superordinate ? [{ name: facts.superordinate, value: superordinate }] : []),
  ]
  const field = (name: keyof Values) => ({
    ...fields[name],
    name,
    value: values[name],
    issue: refused[name],
  })
  return (
    <SettingsLayout c={c} title={t.overview.workspace.title} viewer={viewer} hasIssues={hasRefused(refused)}>
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={locale} />
        <Form warnsUnsaved>
          <Card>
            <Fields>
              <TextField {...field('name')} autocomplete="organization" />
              <SelectField
                {...field('locale')}
                options={choices(LOCALES, staff.workspace.locale).map((tag) => ({
                  value: tag,
                  label: languageName(tag, locale),
                }))}
              />
              <SelectField
                {...field('timezone')}
                options={choices(zones(), staff.workspace.timezone).map((zone) => ({
                  value: zone,
                  label: zone,
                }))}
              />
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer)} locale={locale} />
        </Form>
        <Card title={facts.title}>
          <DescriptionList items={fixed} />
        </Card>
      </Measure>
    </SettingsLayout>
  )
}

const LOCALES = ['de-DE', 'de-AT', 'de-CH', 'de-LI', 'de-LU', 'en-GB', 'en-IE', 'en-US']
const zones = () => [...Intl.supportedValuesOf('timeZone'), 'UTC']

/** The values to choose from, with the one that is stored. */
const choices = (values: string[], stored: string): string[] =>
  values.includes(stored) ? values : [stored, ...values]
