import { type Context, Hono } from 'hono'
import { requireNeed } from '../../domain/access/authorize'
import { query } from '../../domain/access/query'
import { inviteStaff } from '../../domain/staff/add'
import { TO_MANAGE_STAFF } from '../../domain/staff/member'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { RoleFields, roleBody } from './role-fields'
import { settingsTexts } from './texts'

type Values = { name: string; email: string; role: string; ends_on: string }

/** The page that invites a member of staff. */
export const invitePage = new Hono<Env>()
  .get('/:workspace/settings/staff/new', async (c) => {
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_MANAGE_STAFF))
    return c.html(<InvitePage c={c} values={{ name: '', email: '', role: 'office', ends_on: '' }} />)
  })

  .post('/:workspace/settings/staff/new', async (c) => {
    const form = await readForm(c)
    const text = (name: keyof Values) => form.get(name)?.trim() ?? ''
    const body = { name: text('name'), email: text('email'), ...roleBody(form) }
    const outcome = await attempt(() => inviteStaff(c.var.staff, { body }))
    const values = { name: body.name, email: body.email, role: text('role'), ends_on: text('ends_on') }
    if ('result' in outcome) {
      if (outcome.result === 'too_many') return c.html(<InvitePage c={c} values={values} isTooMany />, 429)
      const { invited, mail } = outcome.result
      const invited_by = c.var.staff.current().staff.name
      await c.env.MAILS.send({ kind: 'invitation', ...mail, invited_by, origin: mailOrigin(c) })
      return doneIn(c, 'invited', '/staff', invited.id)
    }
    const refused = refusedIn(outcome, settingsTexts(viewerOf(c).locale).staff.fields, viewerOf(c))
    return c.html(<InvitePage c={c} values={values} refused={refused} />, 422)
  })

type Props = { c: Context<Env>; values: Values; refused?: Refused; isTooMany?: boolean }

function InvitePage({ c, values, refused = {}, isTooMany = false }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields } = t.staff
  return (
    <SettingsLayout
      c={c}
      title={t.staff.invite}
      lead={t.staff.inviteLead}
      viewer={viewer}
      above={[{ label: t.overview.staff.title, page: '/staff' }]}
      hasIssues={isTooMany || hasRefused(refused)}
    >
      <Measure>
        {isTooMany && <Notice tone="bad">{t.staff.tooMany}</Notice>}
        <RefusedList refused={refused} fields={fields} locale={locale} />
        <Form>
          <Card>
            <Fields>
              <TextField {...fields.name} name="name" value={values.name} issue={refused.name} />
              <TextField
                {...fields.email}
                type="email"
                name="email"
                value={values.email}
                issue={refused.email}
              />
              <RoleFields role={values.role} endsOn={values.ends_on} refused={refused} locale={locale} />
            </Fields>
          </Card>
          <Actions>
            <Button>{t.staff.send}</Button>
            <ButtonLink kind="second" href={settingsPath(viewer, '/staff')}>
              {t.cancel}
            </ButtonLink>
          </Actions>
        </Form>
      </Measure>
    </SettingsLayout>
  )
}
