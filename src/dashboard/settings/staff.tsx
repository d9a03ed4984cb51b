import { type Context, Hono } from 'hono'
import { type ListedStaff, listStaff } from '../../domain/staff/list'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { formatDate, formatDay, formatNumber } from '../../ui/i18n/format'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { viewerOf } from '../layout'
import { layoutTexts } from '../texts'
import { SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

/** The page of who works for the workspace, and who is invited. */
export const staffPage = new Hono<Env>().get('/:workspace/settings/staff', async (c) => {
  const members = await listStaff(c.var.staff)
  return c.html(<StaffPage c={c} members={members} />)
})

function StaffPage({ c, members }: { c: Context<Env>; members: ListedStaff[] }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = settingsTexts(locale)
  const { roles } = layoutTexts(locale)
  const path = settingsPath(viewer, '/staff')
  const day = (instant: string) => formatDay(instant, staff.workspace.timezone, locale)
  return (
    <SettingsLayout
      c={c}
      title={t.overview.staff.title}
      lead={t.staff.lead}
      viewer={viewer}
      actions={
        <ButtonLink href={`${path}/new`} icon="plus" shortcut="n" noPrefetch>
          {t.staff.invite}
        </ButtonLink>
      }
    >
      <Table
        caption={t.overview.staff.title}
        rows={members}
        rowId={({ id }) => id}
        locale={locale}
        columns={[
          {
            key: 'name',
            label: t.staff.fields.name.label,
            cell: (member) => (
              <>
                <a href={`${path}/${member.id}`} data-no-prefetch>
                  {member.name}
                </a>
                <Quiet>
                  {member.email}
                  {!member.acceptedAt && ` · ${t.staff.invitedSince(day(member.createdAt))}`}
                </Quiet>
              </>
            ),
          },
          {
            key: 'role',
            label: t.staff.fields.role.label,
            cell: ({ role, endsOn }) =>
              endsOn ? `${roles[role]} ${t.staff.until(formatDate(endsOn, locale))}` : roles[role],
          },
          {
            key: 'signIn',
            label: t.staff.lastSignIn,
            cell: ({ lastSignInAt }) => lastSignInAt && day(lastSignInAt),
            phone: 'hidden',
          },
          {
            key: 'passkeys',
            label: t.staff.passkeys,
            cell: ({ passkeys }) => formatNumber(passkeys, locale),
            isNumeric: true,
            phone: 'hidden',
          },
          {
            key: 'state',
            label: t.staff.state,
            cell: ({ id, acceptedAt }) =>
              acceptedAt ? (
                id === staff.staff.id && <Badge>{t.staff.you}</Badge>
              ) : (
                <Badge tone="info">{t.staff.invited}</Badge>
              ),
            phone: 'aside',
          },
        ]}
      />
    </SettingsLayout>
  )
}
