import type { OpenedPlan } from '../../domain/dues/open'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import { formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Fold } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { planTexts } from './texts-plan'

type Fault = DuesPreview['faults'][number]
type Props = {
  preview: Pick<DuesPreview, 'faults'>
  opened: { plan: Pick<OpenedPlan['plan'], 'list'> }
  viewer: Viewer
}

/** Of whom a plan does not say what they owe, and why, with links to them; nothing if there is nobody. */
export function FaultsNotice({ preview: { faults }, opened, viewer }: Props) {
  const { locale } = viewer
  const t = planTexts(locale).faults
  if (faults.length === 0) return null
  const total = faults.reduce((sum, { count }) => sum + count, 0)
  return (
    <Notice tone="warn" title={t.title(formatNumber(total, locale))} isQuiet>
      <p>{t.lead}</p>
      {faults.map((fault) => (
        <Fold label={faultText(fault, viewer)} isOpen={total <= MAX_OPEN}>
          <PersonLinks {...fault} list={opened.plan.list} viewer={viewer} />
        </Fold>
      ))}
    </Notice>
  )
}

/** How many persons are named without a click. */
const MAX_OPEN = 5

/** How many persons have a fault, and which. */
export function faultText({ reason, value, count }: Fault, { locale }: Viewer): string {
  const t = planTexts(locale).faults
  const number = formatNumber(count, locale)
  return reason === 'no_price' ? t.no_price(number, value ?? '') : t[reason](number)
}

type LinksProps = { count: number; persons: { id: string; name: string }[]; list: string; viewer: Viewer }

/** Names of persons as links to their pages, and how many more there are. */
export function PersonLinks({ count, persons, list, viewer: { staff, locale } }: LinksProps) {
  const more = count - persons.length
  return (
    <p>
      {persons.map(({ id, name }, index) => (
        <>
          {index > 0 && ', '}
          <a href={personPathIn(staff.workspace, list, id)}>{name}</a>
        </>
      ))}
      {more > 0 && ` ${planTexts(locale).faults.andMore(formatNumber(more, locale))}`}
    </p>
  )
}
