import { setDuesVersion } from '../../domain/dues/change'
import type { OpenedPlan } from '../../domain/dues/open'
import { periodAfter } from '../../domain/dues/period'
import { versionFor } from '../../domain/dues/plan'
import type { StaffPrincipal } from '../../domain/staff/principal'
import { Card } from '../../ui/card'
import { RadioGroup } from '../../ui/choices'
import { HiddenFields } from '../../ui/form-layout'
import type { Viewer } from '../layout'
import { periodText } from './period-texts'
import { planTexts } from './texts-plan'

/** Whether fees were claimed by the version that is shown, and a change of it can begin after them. */
const hasNext = ({ stored, plan, next, lastClaimed }: OpenedPlan): boolean =>
  lastClaimed !== null &&
  plan.version.from_period <= lastClaimed &&
  versionFor(stored, next.name)?.from_period === plan.version.from_period

/** The period from which a change holds unless told: the next one if fees were claimed by the version, else its first. */
export const versionFrom = (opened: OpenedPlan): string =>
  hasNext(opened) ? opened.next.name : opened.plan.version.from_period

type Props = { opened: OpenedPlan; form: URLSearchParams; viewer: Viewer }

/** Asks from when a change holds, if fees were claimed by what it changes; and names what the form was made from. */
export function SinceField({ opened, form, viewer }: Props) {
  const { plan, revision, next } = opened
  const after = periodAfter(plan.interval, next)
  const t = planTexts(viewer.locale).since
  const named = (period: string) => periodText(plan.interval, period, viewer.locale)
  if (!hasNext(opened)) return <HiddenFields values={{ revision, from: versionFrom(opened) }} />
  return (
    <Card>
      <HiddenFields values={{ revision }} />
      <RadioGroup
        name="from"
        label={t.label}
        value={form.get('from') ?? versionFrom(opened)}
        options={[
          { value: next.name, label: t.next(named(next.name)), hint: t.nextHint },
          { value: after.name, label: t.next(named(after.name)), hint: t.afterHint },
        ]}
      />
    </Card>
  )
}

type Version = OpenedPlan['plan']['version']

/**
 * Stores a changed version of a plan, from the period that the form names on, and returns that. Two trips. Throws what
 * `setDuesVersion` throws; `changed_meanwhile` if the plan is another than the form was made from.
 */
export async function saveVersion(
  principal: StaffPrincipal,
  opened: OpenedPlan,
  { form, changes }: { form: URLSearchParams; changes: Partial<Version> },
): Promise<string> {
  const { from_period, ...version } = { ...opened.plan.version, ...changes }
  const given = form.get('from') ?? ''
  const fromPeriod = hasNext(opened) && given > opened.next.name ? given : versionFrom(opened)
  await setDuesVersion(principal, {
    id: opened.plan.id,
    fromPeriod,
    body: version,
    precondition: (revision) => revision === form.get('revision'),
  })
  return fromPeriod
}
