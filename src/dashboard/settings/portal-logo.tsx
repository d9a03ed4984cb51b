import type { Workspace } from '../../domain/workspaces/workspace'
import { logoPath } from '../../http/portal-paths'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { FileField } from '../../ui/choices'
import { Fields, Form } from '../../ui/form-layout'
import { Actions, Stack } from '../../ui/stack'
import type { Viewer } from '../layout'
import { settingsPath } from './page'
import { settingsTexts } from './texts'

type Props = { workspace: Workspace; isRefused: boolean; viewer: Viewer }

/** The logo of the portal, with a form that replaces it and one that removes it. */
export function LogoCard({ workspace, isRefused, viewer }: Props) {
  const t = settingsTexts(viewer.locale).portal.logo
  const path = settingsPath(viewer, '/portal/logo')
  const src = logoPath({ id: workspace.id, portalLogo: workspace.member_portal.logo })
  return (
    <Card title={t.title} id="logo">
      <Stack>
        {src && <img class="logo-sample" src={src} alt={workspace.name} />}
        <Form action={path} isUpload>
          <Fields>
            <FileField
              name="logo"
              label={t.file}
              hint={t.hint}
              issue={isRefused ? t.refused : undefined}
              accept="image/png,image/jpeg,image/webp"
            />
            <Actions>
              <Button kind="second">{src ? t.replace : t.upload}</Button>
            </Actions>
          </Fields>
        </Form>
        {src && (
          <form method="post" action={`${path}/remove`}>
            <Button kind="plain">{t.remove}</Button>
          </form>
        )}
      </Stack>
    </Card>
  )
}
