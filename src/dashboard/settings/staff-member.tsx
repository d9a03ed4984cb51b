import { type Context, Hono } from 'hono'
import { requireFreshProof } from '../../domain/access/fresh-proof'
import { DomainError } from '../../domain/shared/errors'
import { type ListedStaff, listStaff } from '../../domain/staff/list'
import { resendInvitation } from '../../domain/staff/resend-invitation'
import { removeStaff, updateStaff } from '../../domain/staff/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { DescriptionList } from '../../ui/description-list'
import { SaveOrCancel } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatDay } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { RoleFields, roleBody } from './role-fields'
import { settingsTexts } from './texts'

/** The pages that change the role of a member of staff, and that end their access. */
export const staffMemberPage = new Hono<Env>()
  .get('/:workspace/settings/staff/:staff_id', async (c) => {
    const member = await getMember(c)
    return c.html(<MemberPage c={c} member={member} role={member.role} endsOn={member.endsOn ?? ''} />)
  })

  .post('/:workspace/settings/staff/:staff_id', async (c) => {
    const staffId = c.req.param('staff_id')
    const body = roleBody(await readForm(c))
    const outcome = await attempt(() => updateStaff(c.var.staff, { staffId, body }))
    // Who gives up being an owner may not see the staff any more.
    if ('result' in outcome) return isOneself(c) ? leave(c) : doneIn(c, 'saved', '/staff', staffId)
    const member = await getMember(c)
    const refused = refusedIn(outcome, settingsTexts(viewerOf(c).locale).staff.fields, viewerOf(c))
    const typed = { role: body.role, endsOn: body.ends_on ?? '' }
    return c.html(<MemberPage c={c} member={member} {...typed} refused={refused} />, 422)
  })

  .post('/:workspace/settings/staff/:staff_id/invitation', async (c) => {
    const staffId = c.req.param('staff_id')
    const mail = await resendInvitation(c.var.staff, { staffId })
    if (mail !== 'too_many') {
      const invited_by = c.var.staff.current().staff.name
      await c.env.MAILS.send({ kind: 'invitation', ...mail, invited_by, origin: mailOrigin(c) })
      return doneIn(c, 'invited', '/staff', staffId)
    }
    const member = await getMember(c)
    const { role, endsOn } = member
    return c.html(<MemberPage c={c} member={member} role={role} endsOn={endsOn ?? ''} isTooMany />, 429)
  })

  .get('/:workspace/settings/staff/:staff_id/remove', async (c) => {
    const member = await getMember(c)
    return c.html(<RemovePage c={c} member={member} />)
  })

  .post('/:workspace/settings/staff/:staff_id/remove', async (c) => {
    const staffId = c.req.param('staff_id')
    const outcome = await attempt(() => removeStaff(c.var.staff, { staffId }))
    if ('result' in outcome)
      return isOneself(c) ? c.redirect('/dashboard', 303) : doneIn(c, 'removed', '/staff')
    return c.html(<RemovePage c={c} member={await getMember(c)} isLastOwner />, 422)
  })

type MemberContext = Context<Env, '/:staff_id'>

async function getMember(c: MemberContext): Promise<ListedStaff> {
  const members = await listStaff(c.var.staff)
  requireFreshProof(c.var.staff.current(), c.var.staff.now)
  const member = members.find(({ id }) => id === c.req.param('staff_id'))
  if (!member) throw new DomainError('not_found', 'The workspace has no such member of staff.')
  return member
}

const isOneself = (c: MemberContext): boolean => c.var.staff.current().staff.id === c.req.param('staff_id')

const leave = (c: MemberContext) => c.redirect(pathIn(c.var.staff.current().workspace), 303)

type Props = {
  c: MemberContext
  member: ListedStaff
  role: string
  endsOn: string
  refused?: Refused
  isTooMany?: boolean
}

function MemberPage({ c, member, role, endsOn, refused = {}, isTooMany = false }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields } = t.staff
  return (
    <SettingsLayout
      c={c}
      title={member.name}
      viewer={viewer}
      above={[{ label: t.overview.staff.title, page: '/staff' }]}
      actions={
        <ButtonLink kind="second" href={settingsPath(viewer, `/staff/${member.id}/remove`)} noPrefetch>
          {member.acceptedAt ? t.staff.remove : t.staff.withdraw}
        </ButtonLink>
      }
      hasIssues={isTooMany || hasRefused(refused)}
    >
      <Measure>
        {isTooMany && <Notice tone="bad">{t.staff.tooMany}</Notice>}
        <RefusedList refused={refused} fields={fields} locale={locale} />
        {!member.acceptedAt && <InvitationCard member={member} viewer={viewer} />}
        <Form action={settingsPath(viewer, `/staff/${member.id}`)}>
          <Card>
            <Fields>
              <DescriptionList items={[{ name: fields.email.label, value: member.email }]} />
              <RoleFields role={role} endsOn={endsOn} refused={refused} locale={locale} />
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer, '/staff')} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

function InvitationCard({ member, viewer }: { member: ListedStaff; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { staff: t } = settingsTexts(locale)
  const day = formatDay(member.createdAt, staff.workspace.timezone, locale)
  return (
    <Card title={t.waiting}>
      <Form action={settingsPath(viewer, `/staff/${member.id}/invitation`)}>
        <p>{t.waitingSince(day)}</p>
        <Actions>
          <Button kind="second">{t.sendAgain}</Button>
        </Actions>
      </Form>
    </Card>
  )
}

type RemoveProps = { c: MemberContext; member: ListedStaff; isLastOwner?: boolean }

function RemovePage({ c, member, isLastOwner = false }: RemoveProps) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const { staff: t } = settingsTexts(locale)
  const path = settingsPath(viewer, `/staff/${member.id}`)
  const title = member.acceptedAt ? t.removeTitle(member.name) : t.withdrawTitle(member.email)
  const refused = isLastOwner ? { role: t.fields.role.issue } : {}
  return (
    <StaffLayout title={title} viewer={viewer} section="settings" hasIssues={isLastOwner}>
      <RefusedList refused={refused} fields={{ role: t.fields.role }} locale={locale} />
      <Confirm
        title={title}
        lead={member.acceptedAt ? t.removeLead : t.withdrawLead}
        action={`${path}/remove`}
        label={member.acceptedAt ? t.remove : t.withdraw}
        cancelHref={path}
        isDangerous
        locale={locale}
      />
    </StaffLayout>
  )
}
