import { Hono } from 'hono'
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
  const hasIds = 'ids' in asked.choice
  return (
    <StepLayout {...props} step="choose" title={t.title}>
      {!prepared.creditor && <CreditorMissing owners={prepared.owners} viewer={viewer} />}
      {asked.isSearched && <Notice tone="warn">{t.notSearched}</Notice>}
      {prepared.isFull && (
        <Notice tone="info" isQuiet>
          {t.full(formatNumber(MAX_FEES, locale))}
        </Notice>
      )}
      <Chosen {...props} />
      {hasIds ? (
        <p>
          {t.chosenByHand} <a href={debitsPath(viewer, '/new')}>{t.byFilter}</a>
        </p>
      ) : (
        <FilterForm {...props} />
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
  // Without anything to mend or to know, the check has nothing to say.
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

function FilterForm({ viewer, asked: { choice }, prepared }: StepProps) {
  const { locale } = viewer
  const t = newTexts(locale).choose
  if ('ids' in choice) return null
  return (
    <Card>
      <QueryForm
        action={debitsPath(viewer, '/new')}
        hidden={choice.statuses.includes('open') ? {} : { status: 'returned' }}
      >
        <Fields>
          <DateField name="due_by" label={t.dueBy} value={choice.dueBy ?? ''} hint={t.dueByHint} />
          {prepared.costUnits.length > 0 && (
            <SelectField
              name="cost_unit_id"
              label={t.costUnit}
              value={choice.costUnitId ?? ''}
              options={[
                { value: '', label: t.allCostUnits },
                ...prepared.costUnits.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <RadioGroup
            name="pays"
            label={t.pays}
            value={choice.pays}
            options={[
              { value: 'direct_debit', label: t.byDebit, hint: t.byDebitHint },
              { value: 'anyone', label: t.anyone, hint: t.anyoneHint },
            ]}
          />
        </Fields>
        <Actions>
          <Button kind="second">{t.show}</Button>
        </Actions>
      </QueryForm>
    </Card>
  )
}
