import type { DuesPlanHead } from '../../domain/dues/plan'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import { Button, ButtonLink } from '../../ui/button'
import { Check } from '../../ui/choices'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Columns, Stack } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Quiet } from '../../ui/text'
import { Fold } from '../../ui/timeline'
import { type Faults, faultsOf } from '../attempt'
import { StaffLayout, type Viewer } from '../layout'
import { newFormToken, TOKEN } from '../once'
import { pathIn } from '../paths'
import { refusedIn } from '../refusals'
import { hasRefused, RefusedList } from '../refused-fields'
import { FaultsNotice, PersonLinks } from './faults'
import { planPath } from './path'
import { periodText } from './period-texts'
import { Changes, Exempt, Fees, Rules } from './run-check-tables'
import { RunSteps, RunWay } from './run-frame'
import { personIn, runsPath, runTitle, whatOf } from './run-path'
import { runTexts } from './texts-run'

type Props = {
  preview: DuesPreview
  head: DuesPlanHead
  form: URLSearchParams
  faults?: Faults
  isChanged?: boolean
  viewer: Viewer
}

/** Shows what a run would claim, faults first, beside the period before. Its button claims that, once. */
export function RunCheck(props: Props) {
  const { preview, head, form, faults = faultsOf({}), isChanged, viewer } = props
  const { locale } = viewer
  const { check: t, fields } = runTexts(locale)
  const title = t.title(runTitle(head, preview.period, viewer))
  const refused = refusedIn(faults, fields, viewer)
  const shown = isChanged ? {} : refused
  return (
    <StaffLayout title={title} viewer={viewer} section="fees" hasIssues={hasRefused(shown)}>
      <PageHead
        title={title}
        breadcrumb={<RunWay viewer={viewer} isBelow />}
        actions={
          <ButtonLink kind="second" href={planPath(viewer, head.id, '', preview.period)}>
            {t.plan}
          </ButtonLink>
        }
      />
      <RunSteps current={1} viewer={viewer} />
      {isChanged && (
        <Notice tone="warn" title={preview.count > 0 ? t.changed : t.changedClaimed} hasFocus>
          {preview.count > 0 ? t.changedLead : t.changedClaimedLead}
        </Notice>
      )}
      <RefusedList
        refused={shown}
        fields={fields}
        inputs={{ plan_id: null, period: null, due_on: null, mark: null }}
        locale={locale}
      />
      {form.get('person') && (
        <Quiet>{[runTexts(locale).onlyOne, preview.fees[0]?.person.name].filter(Boolean).join(': ')}</Quiet>
      )}
      <FaultsNotice preview={preview} opened={{ plan: head }} viewer={viewer} />
      {preview.other_plans.map(({ name, period, count }) => (
        <Notice tone="warn" title={t.others(name, period, formatNumber(count, locale))} isQuiet>
          {t.othersLead}
        </Notice>
      ))}
      <Numbers {...props} />
      <ClaimForm {...props} skipIssue={shown.skip_faults} />
      <Claimed {...props} />
      <Fees {...props} />
      <Columns>
        <Rules {...props} />
        <Stack>
          <Changes {...props} />
          <Exempt {...props} />
        </Stack>
      </Columns>
    </StaffLayout>
  )
}

function Numbers({ preview, head, viewer }: Props) {
  const { locale, staff } = viewer
  const { check: t } = runTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const number = (count: number) => formatNumber(count, locale)
  const { last_period: last, due_dates: dates } = preview
  const period = last ? periodText(head.interval, last.period, locale) : ''
  const [first] = dates
  return (
    <Stats>
      <Stat
        label={t.persons}
        value={number(preview.persons)}
        detail={last ? t.lastPersons(period, number(last.count)) : undefined}
      />
      <Stat
        label={t.amount}
        value={money(preview.amount)}
        detail={last ? t.lastAmount(period, money(last.amount)) : undefined}
      />
      {first && (
        <Stat
          label={t.due}
          value={
            dates.length > 1
              ? t.dueFrom(formatShortDate(first.due_on, locale))
              : formatShortDate(first.due_on, locale)
          }
          detail={[
            first.due_on === preview.earliest_due_on && t.afterNotice,
            preview.count > preview.persons && t.fees(number(preview.count)),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
    </Stats>
  )
}

/** The button that claims what is shown, with a tick for those who are left out. */
function ClaimForm({ preview, form, viewer, skipIssue }: Props & { skipIssue: string | undefined }) {
  const { locale, staff } = viewer
  const { check: t } = runTexts(locale)
  if (preview.count === 0)
    return (
      <Notice tone="info" title={t.nothing} isQuiet>
        {t.nothingLead}
      </Notice>
    )
  const faults = preview.faults.reduce((sum, { count }) => sum + count, 0)
  const hidden = {
    what: form.get('what') ?? '',
    due_on: form.get('due_on') ?? '',
    mark: preview.mark,
    faults: String(faults),
    ...personIn(form),
    [TOKEN]: newFormToken(),
  }
  return (
    <Form action={runsPath(viewer, '/check')} hidden={hidden}>
      {faults > 0 && (
        <Check
          name="skip_faults"
          label={t.skip(formatNumber(faults, locale))}
          hint={t.skipHint}
          isChecked={form.has('skip_faults')}
          {...(skipIssue && { issue: skipIssue })}
        />
      )}
      <Actions>
        <Button>
          {t.button(
            formatNumber(preview.persons, locale),
            formatMoney(preview.amount, staff.workspace.currency, locale),
          )}
        </Button>
        <ButtonLink kind="second" href={runsPath(viewer)}>
          {kitTexts(locale).cancel}
        </ButtonLink>
        {hasBirthdateFault(preview) && (
          <ButtonLink
            kind="plain"
            href={pathIn(staff.workspace, `/${preview.list}?filter[birthdate][empty]=true`)}
          >
            {t.openList}
          </ButtonLink>
        )}
      </Actions>
    </Form>
  )
}

const hasBirthdateFault = ({ faults }: DuesPreview) => faults.some(({ reason }) => reason === 'no_birthdate')

/** What was claimed for the period before, and what would be different today. */
function Claimed({ preview, head, viewer }: Props) {
  const { locale, staff } = viewer
  const { check: t } = runTexts(locale)
  const number = (count: number) => formatNumber(count, locale)
  const { already_claimed: already, differences, left_out } = preview
  const query = { what: whatOf(head.id, preview.period) }
  return (
    <>
      {already.count > 0 && (
        <Quiet>
          {t.already(number(already.count), formatMoney(already.amount, staff.workspace.currency, locale))}
        </Quiet>
      )}
      {differences.count > 0 && (
        <Notice
          tone="warn"
          title={t.differences(number(differences.count))}
          action={
            <ButtonLink kind="second" href={runsPath(viewer, '/differences', query)}>
              {t.toDifferences}
            </ButtonLink>
          }
          isQuiet
        >
          {t.differencesLead}
        </Notice>
      )}
      {left_out.map(({ count, persons }) => (
        <Fold label={t.joinedAgain(number(count))}>
          <PersonLinks {...{ count, persons, viewer }} list={preview.list} />
        </Fold>
      ))}
    </>
  )
}
