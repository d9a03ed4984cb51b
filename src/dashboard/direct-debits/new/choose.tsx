import { Hono } from 'hono'
import type { FeeChoice } from '../../../domain/collections/choice'
import { MAX_FEES } from '../../../domain/collections/propose'
import type { Env } from '../../../env'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { DateField, RadioGroup } from '../../../ui/choices'
import { SelectField } from '../../../ui/form'
import { Fields, QueryForm } from '../../../ui/form-layout'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { Actions } from '../../../ui/stack'
import { Amount, Quiet } from '../../../ui/text'
import { CreditorMissing } from '../creditor-missing'
import { debitsPath } from '../path'
import { newTexts } from '../texts-new'
import { feesText, prepareStep, StepLayout, type StepProps, stepPath } from './layout'

/** The first step to a new collection: which fees. */
export const choosePage = new Hono<Env>().get('/:workspace/direct-debits/new', async (c) =>
  c.html(<ChoosePage {...(await prepareStep(c))} />),
)

function ChoosePage(props: StepProps) {
  const { viewer, asked, prepared } = props
  const { locale } = viewer
  const t = newTexts(locale).choose
  const { choice } = asked
  return (
    <StepLayout {...props} step="choose" title={t.title}>
      {!prepared.creditor && <CreditorMissing owners={prepared.owners} viewer={viewer} />}
      {'ids' in choice || 'query' in choice ? (
        <>
          <FullNotice {...props} />
          <Chosen {...props} />
          <p>
            {'ids' in choice ? t.chosenByHand : t.chosenInList}{' '}
            <a href={debitsPath(viewer, '/new')}>{t.byFilter}</a>
          </p>
        </>
      ) : (
        <FilterForm {...props} filter={choice} />
      )}
    </StepLayout>
  )
}

function Chosen(props: StepProps) {
  const { viewer, prepared } = props
  const { locale } = viewer
  const t = newTexts(locale)
  const { found, problems, warnings } = prepared
  const amount = found.reduce((sum, fee) => sum + fee.open_amount, 0)
  // Without problems and warnings, the check has nothing to say.
  const next = problems.length + warnings.length > 0 ? 'check' : 'date'
  return (
    <Card title={t.choose.chosen}>
      <Amount>{formatMoney(amount, 'EUR', locale)}</Amount>
      {found.length > 0 ? <p>{feesText(found.length, locale)}</p> : <Quiet>{t.choose.none}</Quiet>}
      {found.length > 0 && prepared.creditor && (
        <Actions>
          <ButtonLink href={stepPath(next, props)}>{t.next}</ButtonLink>
        </Actions>
      )}
    </Card>
  )
}

/** Says that there may be more fees than one collection takes. */
export function FullNotice({ viewer: { locale }, prepared }: StepProps) {
  if (!prepared.isFull) return null
  return (
    <Notice tone="info" isQuiet>
      {newTexts(locale).choose.full(formatNumber(MAX_FEES, locale))}
    </Notice>
  )
}

type Filter = Extract<FeeChoice, { pays: string }>

/** The filter, and the one button that goes on with what is entered. The check says what that finds. */
function FilterForm({ viewer, asked, filter, prepared }: StepProps & { filter: Filter }) {
  const { locale } = viewer
  const texts = newTexts(locale)
  const t = texts.choose
  const hidden = {
    ...(!filter.statuses.includes('open') && { status: 'returned' }),
    ...(asked.date && { date: asked.date }),
    ...(filter.runId && { run: filter.runId }),
  }
  return (
    <Card>
      {filter.runId && (
        <p>
          {prepared.runName ? t.ofRun(prepared.runName) : t.unknownRun}{' '}
          <a href={debitsPath(viewer, '/new')}>{t.allRuns}</a>
        </p>
      )}
      <QueryForm action={debitsPath(viewer, '/new/check')} hidden={hidden}>
        <Fields>
          <DateField name="due_by" label={t.dueBy} value={filter.dueBy ?? ''} hint={t.dueByHint} />
          {prepared.costUnits.length > 0 && (
            <SelectField
              name="cost_unit_id"
              label={t.costUnit}
              value={filter.costUnitId ?? ''}
              options={[
                { value: '', label: t.allCostUnits },
                ...prepared.costUnits.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <RadioGroup
            name="pays"
            label={t.pays}
            value={filter.pays}
            options={[
              { value: 'direct_debit', label: t.byDebit, hint: t.byDebitHint },
              { value: 'anyone', label: t.anyone, hint: t.anyoneHint },
            ]}
          />
        </Fields>
        {prepared.creditor && (
          <Actions>
            <Button>{texts.next}</Button>
          </Actions>
        )}
      </QueryForm>
    </Card>
  )
}
