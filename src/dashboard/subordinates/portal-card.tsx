import type { Subordinate } from '../../domain/workspaces/subordinates'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { Form } from '../../ui/form-layout'
import { formTexts } from '../../ui/i18n/texts'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { subordinatesTexts } from './texts'

type Props = { row: Subordinate; path: string; viewer: Viewer }

/** Who manages the portal of a workspace below; where the viewer's workspace does, its form. */
export function PortalCard({ row, path, viewer }: Props) {
  const { locale, staff } = viewer
  const t = subordinatesTexts(locale)
  if (row.portalManager !== 'us')
    return (
      <Card title={t.memberPortal}>
        <Quiet>{row.portalManager === 'itself' ? t.managedByItself(row.name) : t.managedAbove}</Quiet>
      </Card>
    )
  return (
    <Card title={t.memberPortal}>
      <Form action={path}>
        <Stack>
          <Quiet>
            {t.managedByYou(row.name)}{' '}
            <a href={pathIn(staff.workspace, '/settings/portal')}>{t.portalSettings}</a>.
          </Quiet>
          <Check name="enabled" label={t.enabled(row.name)} isChecked={row.isPortalEnabled} />
          <Actions>
            <Button>{formTexts(locale).save}</Button>
            <ButtonLink kind="second" href={`${path}/hand-back`} noPrefetch>
              {t.handBack}
            </ButtonLink>
          </Actions>
        </Stack>
      </Form>
    </Card>
  )
}
