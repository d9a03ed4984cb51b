import { setDuesVersion, setNamedVersion } from '../../domain/dues/change'
import { compareDuesVersions, type DuesComparison } from '../../domain/dues/compare'
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

/** A form that changes a version, and perhaps what its plan is called. */
export type VersionChange = {
  form: URLSearchParams
  changes: Partial<OpenedPlan['plan']['version']>
  head?: { name: string; description: string }
}

/**
 * Stores a changed version of a plan, from the period that the form names on, and returns that. Two trips. Throws what
 * `setDuesVersion` throws; `changed_meanwhile` if the plan is another than the form was made from.
 */
export async function saveVersion(
  principal: StaffPrincipal,
  opened: OpenedPlan,
  change: VersionChange,
): Promise<string> {
  const version = versionOf(opened, change)
  if (change.head) await setNamedVersion(principal, { ...version, body: { ...version.body, ...change.head } })
  else await setDuesVersion(principal, version)
  return version.fromPeriod
}

/** What a changed version means for whom. Two trips. Throws what {@link saveVersion} and `compareDuesVersions` throw. */
export const compareVersion = (
  principal: StaffPrincipal,
  opened: OpenedPlan,
  change: VersionChange,
): Promise<DuesComparison> =>
  compareDuesVersions(principal, { ...versionOf(opened, change), permission: 'fees:write' })

function versionOf(opened: OpenedPlan, { form, changes }: VersionChange) {
  const { from_period, ...body } = { ...opened.plan.version, ...changes }
  const given = form.get('from') ?? ''
  const precondition = (revision: string) => revision === form.get('revision')
  return { id: opened.plan.id, fromPeriod: fromPeriodOf(opened, given), body, precondition }
}

const fromPeriodOf = (opened: OpenedPlan, given: string): string =>
  hasNext(opened) && given > opened.next.name ? given : versionFrom(opened)
