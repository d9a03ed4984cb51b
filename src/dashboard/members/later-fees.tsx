import { permits } from '../../domain/access/authorize'
import {
  isCancellable,
  type LaterFee,
  type LaterFees,
  type Leaving,
  seenAs,
} from '../../domain/payments/end-membership'
import { Card } from '../../ui/card'
import { RadioGroup } from '../../ui/choices'
import { TextField } from '../../ui/form'
import { Fields } from '../../ui/form-layout'
import { formatMoney, formatShortDate } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { personTexts } from './person-texts'

/** The fields of a form that ends a membership: the fees that it shows, and why those are cancelled that it names. */
const SHOWN = 'fees'
const REASON = 'reason'
const choiceOf = (id: string): string => `fee.${id}`

type Props = {
  leaving: Leaving
  /** What was decided on the form before. */
  decided: LaterFees | undefined
  issue: boolean
  viewer: Viewer
}

/** The fees that are open after a membership: who may cancel them decides on each, the others read who does. */
export function LaterFeesCard({ leaving: { fees }, decided, issue, viewer }: Props) {
  const { locale, staff } = viewer
  const t = personTexts(locale).endPage.fees
  const mayDecide = permits(staff, 'fees:write')
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const labelOf = ({ description, open_amount, dueOn }: LaterFee): string =>
    t.fee(description, money(open_amount), dueOn && formatShortDate(dueOn, locale))
  const decidable = mayDecide ? fees.filter(isCancellable) : []
  const others = fees.filter((fee) => !decidable.includes(fee))
  return (
    <>
      {mayDecide && <input type="hidden" name={SHOWN} value={fees.map(seenAs).join(' ')} />}
      {fees.length > 0 && (
        <Card title={t.title}>
          <Stack gap="small">
            <Quiet>{mayDecide ? t.lead : t.mayNot}</Quiet>
            {decidable.map((fee) => (
              <RadioGroup
                name={choiceOf(fee.id)}
                label={labelOf(fee)}
                value={decided?.cancelled.includes(fee.id) ? 'cancel' : 'keep'}
                options={[
                  { value: 'keep', label: t.keep },
                  { value: 'cancel', label: t.cancel },
                ]}
                isInline
              />
            ))}
            {others.length > 0 && (
              <Lines
                items={others.map((fee) => ({
                  main: <a href={pathIn(staff.workspace, `/fees/${fee.id}`)}>{labelOf(fee)}</a>,
                  details: [whyNot(fee, viewer)].filter(Boolean),
                }))}
              />
            )}
            {decidable.length > 0 && (
              <Fields>
                <TextField
                  name={REASON}
                  label={t.reason}
                  value={decided?.reason ?? t.proposedReason}
                  {...(issue && { issue: t.reasonIssue })}
                />
              </Fields>
            )}
          </Stack>
        </Card>
      )}
    </>
  )
}

/** Why a fee cannot be cancelled here; nothing if it can. */
function whyNot(fee: LaterFee, { locale }: Viewer): string {
  const t = personTexts(locale).endPage.fees
  if (fee.status === 'collecting') return t.collecting
  return isCancellable(fee) ? '' : t.partlyPaid
}

/** What a form decided on the fees that it showed; undefined if it asked for nothing. */
export function decidedIn(form: URLSearchParams): LaterFees | undefined {
  const shown = form.get(SHOWN)
  if (shown === null) return undefined
  const cancelled = [...form].flatMap(([name, value]) => {
    const [, id] = /^fee\.(fee_\w+)$/.exec(name) ?? []
    return id && value === 'cancel' ? [id] : []
  })
  return { shown: shown.split(' '), cancelled, reason: form.get(REASON) ?? '' }
}
