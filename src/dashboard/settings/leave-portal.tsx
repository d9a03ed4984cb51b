import { Hono } from 'hono'
import { requireNeed } from '../../domain/access/authorize'
import { DomainError } from '../../domain/shared/errors'
import { viewOwnSettings } from '../../domain/workspaces/own-settings'
import { leavePortal, TO_LEAVE_PORTAL } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { Confirm } from '../../ui/confirm'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { doneIn, settingsPath } from './page'
import { settingsTexts } from './texts'

/** The page that leaves the portal to a workspace above. */
export const leavePortalPage = new Hono<Env>()
  .get('/:workspace/settings/portal/leave', async (c) => {
    const { possibleManager } = await viewOwnSettings(c.var.staff)
    requireNeed(c.var.staff, TO_LEAVE_PORTAL)(c.var.staff.current())
    if (possibleManager === undefined)
      throw new DomainError('not_found', 'There is no workspace above this one.')
    return c.html(<LeavePage name={possibleManager} viewer={viewerOf(c)} />)
  })

  .post('/:workspace/settings/portal/leave', async (c) => {
    await leavePortal(c.var.staff)
    return doneIn(c, 'left', '/portal')
  })

function LeavePage({ name, viewer }: { name: string; viewer: Viewer }) {
  const { portal: t } = settingsTexts(viewer.locale)
  const title = t.leaveTitle(name)
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <Confirm
        title={title}
        lead={t.leaveLead(name)}
        action={settingsPath(viewer, '/portal/leave')}
        label={t.leave}
        cancelHref={settingsPath(viewer, '/portal')}
        isDangerous
        locale={viewer.locale}
      />
    </StaffLayout>
  )
}
