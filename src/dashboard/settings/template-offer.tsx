import { TEMPLATES } from '../../domain/shared/templates'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { settingsTexts } from './texts'

/** Up to how many columns or cost units their page offers templates. */
const FEW = 5

type Props = { viewer: Viewer; kind: 'columns' | 'costUnits'; count: number; path: string }

/** Leads to the templates, below a list that has few entries or none. */
export function TemplateOffer({ viewer, kind, count, path }: Props) {
  const t = settingsTexts(viewer.locale).several
  if (count > FEW) return null
  return (
    <Card title={t.templates}>
      <Quiet>{t[kind].offer}</Quiet>
      <Actions>
        {TEMPLATES.map((template) => (
          <ButtonLink kind="second" href={`${path}/several?template=${template}`}>
            {t.names[template]}
          </ButtonLink>
        ))}
      </Actions>
    </Card>
  )
}
