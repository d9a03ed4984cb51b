import { permits } from '../../domain/access/authorize'
import type { Gap } from '../../domain/imports/plan'
import type { PreparedImport } from '../../domain/imports/prepare'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { importPath } from './path'
import { importTexts } from './texts'
import { gapTexts } from './texts-gaps'

/** How many texts are left out for each reason, the most frequent first. */
export const kindsOf = (gaps: Gap[]): [Gap['code'], number][] =>
  [...Map.groupBy(gaps, ({ code }) => code)]
    .map(([code, { length }]): [Gap['code'], number] => [code, length])
    .sort(([, one], [, other]) => other - one)

type Props = { prepared: Pick<PreparedImport, 'gaps' | 'stored'>; viewer: Viewer }

/** What of a draft is left out, by reason, with links to it, and the choice to leave out the persons with it. */
export function GapKinds({ prepared: { gaps, stored }, viewer }: Props) {
  const { locale } = viewer
  if (gaps.length === 0) return null
  const t = importTexts(locale).check
  const pathOf = (page: string) => importPath(viewer, stored.listId, stored.id, page)
  const href = pathOf('/missing')
  const { leaveOut } = stored.settings.options
  const other = leaveOut === 'cells' ? 'rows' : 'cells'
  return (
    <Card title={t.gapsTitle}>
      <Quiet>{leaveOut === 'rows' ? t.gapsLeadRows : t.gapsLead}</Quiet>
      <Lines
        items={kindsOf(gaps).map(([code, count]) => ({
          main: <a href={`${href}?kind=${code}`}>{gapTexts(locale).kinds[code]}</a>,
          amount: formatNumber(count, locale),
        }))}
      />
      <Form action={pathOf('/check')} hidden={{ leave_out: other, revision: String(stored.revision) }}>
        <Actions>
          <ButtonLink kind="second" href={href}>
            {t.seeGaps}
          </ButtonLink>
          {permits(viewer.staff, `${stored.listId}:write`) && (
            <Button kind="second">{t.leaveOut[other]}</Button>
          )}
        </Actions>
      </Form>
    </Card>
  )
}
