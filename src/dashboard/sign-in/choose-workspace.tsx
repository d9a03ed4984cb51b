import { Hono } from 'hono'
import { openHome } from '../../db/databases'
import { acceptInvitation, viewWorkspacesOfStaff, type WorkspaceOfStaff } from '../../domain/staff/workspaces'
import type { Env } from '../../env'
import { locate } from '../../http/open-database'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { type Locale, localeFor } from '../../ui/i18n/locale'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Narrow } from '../../ui/stack'
import { PublicLayout } from '../layout'
import { pathIn } from '../paths'
import { sessionIdOf } from '../session'
import { layoutTexts } from '../texts'
import { signInTexts } from './texts'

/** The workspaces that a member of staff works for; the only one opens at once. */
export const chooseWorkspacePage = new Hono<Env>()
  .get('/', async (c) => {
    const session = { now: new Date(), sessionId: sessionIdOf(c) }
    const { workspaces, isComplete } = await viewWorkspacesOfStaff(openHome(c.env), session)
    const [only, another] = workspaces
    if (only && !another && isComplete && !only.isInvitation) return c.redirect(pathIn(only), 303)
    return c.html(<ChooseWorkspacePage {...{ workspaces, isComplete }} locale={localeFor(c.req)} />)
  })

  .post('/workspaces/:workspace_id/acceptance', async (c) => {
    const workspaceId = c.req.param('workspace_id')
    const request = { now: new Date(), requestId: c.var.requestId, sessionId: sessionIdOf(c) }
    const db = await locate(c.env, workspaceId)
    await acceptInvitation(db, { ...request, workspaceId })
    return c.redirect(`/dashboard/${workspaceId}`, 303)
  })

type Props = { workspaces: WorkspaceOfStaff[]; isComplete: boolean; locale: Locale }

function ChooseWorkspacePage({ workspaces, isComplete, locale }: Props) {
  const { workspaces: t } = signInTexts(locale)
  const { roles } = layoutTexts(locale)
  const isEmpty = workspaces.length === 0
  const hasNone = isEmpty && isComplete
  return (
    <PublicLayout title={t.title} locale={locale}>
      <Narrow>
        <PageHead title={hasNone ? t.none : t.title} lead={hasNone ? t.noneLead : undefined} />
        {!isComplete && (
          <Notice tone="warn" title={t.missing}>
            <p>{t.missingLead}</p>
            <p>
              <a href="/dashboard">{t.again}</a>
            </p>
          </Notice>
        )}
        {!isEmpty && (
          <Card>
            <Lines
              items={workspaces.map((workspace) => ({
                main: workspace.isInvitation ? (
                  workspace.name
                ) : (
                  <a href={pathIn(workspace)}>{workspace.name}</a>
                ),
                details: [roles[workspace.role]],
                badge: workspace.isInvitation && (
                  <Form action={`/dashboard/workspaces/${workspace.id}/acceptance`}>
                    <Button>{t.accept}</Button>
                  </Form>
                ),
              }))}
            />
          </Card>
        )}
        <Form action="/dashboard/sign-out">
          <Actions>
            <Button kind="second">{t.signOut}</Button>
          </Actions>
        </Form>
      </Narrow>
    </PublicLayout>
  )
}
