import { type Context, Hono } from 'hono'
import { requirePermission } from '../../domain/access/authorize'
import { query } from '../../domain/access/query'
import { updateOwnSettings } from '../../domain/workspaces/update'
import { toApi, type Workspace } from '../../domain/workspaces/workspace'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { SaveOrCancel, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'
import { withScheme } from './with-scheme'

type Name = keyof Workspace['contact']
type Values = Record<Name, string>

/** The page of whom members ask, which is where answers to mails go. */
export const contactPage = new Hono<Env>()
  .get('/:workspace/settings/contact', async (c) => {
    const { credential } = await query(c.var.staff, {}, (credential) =>
      requirePermission(credential, 'settings:write'),
    )
    return c.html(<ContactPage c={c} values={storedValues(toApi(credential.workspace))} />)
  })

  .post('/:workspace/settings/contact', async (c) => {
    const values = sentValues(await readForm(c))
    const outcome = await attempt(() =>
      updateOwnSettings(c.var.staff, { body: { contact: changeOf(values) } }),
    )
    if ('result' in outcome) return doneIn(c, 'saved', '/contact')
    const { fields } = settingsTexts(viewerOf(c).locale).contact
    const faults = withPaths(outcome, (path) => path.replace(/^contact\./, ''))
    const refused = refusedIn(faults, fields, viewerOf(c))
    return c.html(<ContactPage c={c} values={values} refused={refused} />, 422)
  })

const storedValues = ({ contact }: Workspace): Values => ({
  name: contact.name ?? '',
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  imprint_url: contact.imprint_url ?? '',
  privacy_url: contact.privacy_url ?? '',
})

const sentValues = (form: URLSearchParams): Values => {
  const sent = (name: Name) => form.get(name)?.trim() ?? ''
  return {
    name: sent('name'),
    email: sent('email'),
    phone: sent('phone'),
    imprint_url: sent('imprint_url'),
    privacy_url: sent('privacy_url'),
  }
}

/** The change that a form asks for: an empty field clears its value. */
const changeOf = ({ imprint_url, privacy_url, ...values }: Values) =>
  Object.fromEntries(
    Object.entries({
      ...values,
      imprint_url: withScheme(imprint_url),
      privacy_url: withScheme(privacy_url),
    }).map(([name, value]) => [name, value || null]),
  )

type Props = { c: Context<Env>; values: Values; refused?: Refused<Name> }

function ContactPage({ c, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const { overview, contact: t } = settingsTexts(locale)
  const field = (name: Name) => ({
    ...t.fields[name],
    name,
    value: values[name],
    issue: refused[name],
    autocomplete: 'off',
  })
  return (
    <SettingsLayout
      c={c}
      title={overview.contact.title}
      lead={t.lead}
      viewer={viewer}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={t.fields} locale={locale} />
        <Form warnsUnsaved>
          <Card title={t.asking}>
            <Fields>
              <TextField {...field('name')} />
              <TextField {...field('email')} type="email" />
              <TextField {...field('phone')} type="tel" />
            </Fields>
          </Card>
          <Card title={t.pages}>
            <Fields>
              <TextField {...field('imprint_url')} type="url" />
              <TextField {...field('privacy_url')} type="url" />
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer)} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}
