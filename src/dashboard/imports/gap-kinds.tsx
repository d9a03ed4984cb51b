import type { Gap } from '../../domain/imports/plan'
import type { PreparedImport } from '../../domain/imports/prepare'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
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

/** What of a file is left out, by reason, with links to it. */
export function GapKinds({ prepared: { gaps, stored }, viewer }: Props) {
  const { locale } = viewer
  if (gaps.length === 0) return null
  const t = importTexts(locale).check
  const href = importPath(viewer, stored.listId, stored.id, '/missing')
  return (
    <Card title={t.gapsTitle}>
      <Quiet>{t.gapsLead}</Quiet>
      <Lines
        items={kindsOf(gaps).map(([code, count]) => ({
          main: <a href={`${href}?kind=${code}`}>{gapTexts(locale).kinds[code]}</a>,
          amount: formatNumber(count, locale),
        }))}
      />
      <Actions>
        <ButtonLink kind="second" href={href}>
          {t.seeGaps}
        </ButtonLink>
      </Actions>
    </Card>
  )
}
