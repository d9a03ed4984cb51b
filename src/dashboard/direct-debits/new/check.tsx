import { Hono } from 'hono'
import { isReleasable } from '../../../domain/collections/release-chosen'
import type { Env } from '../../../env'
import { ButtonLink } from '../../../ui/button'
import { StickyActions } from '../../../ui/form-layout'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { newTexts } from '../texts-new'
import { FullNotice } from './choose'
import { debitsText, feesText, prepareStep, StepLayout, type StepProps, stepPath } from './layout'
import { Problems } from './problems'
import { Warnings } from './warnings'

/** The second step to a new collection: what is missing, and where to complete it. */
export const checkPage = new Hono<Env>().get('/:workspace/direct-debits/new/check', async (c) =>
  c.html(<CheckPage {...(await prepareStep(c))} />),
)

function CheckPage(props: StepProps) {
  const { viewer, prepared } = props
  const { locale } = viewer
  const t = newTexts(locale)
  const { problems, groups, fees, found, amount } = prepared
  const lacking = new Set(problems.flatMap(({ feeId }) => feeId ?? []))
  const count = feesText(lacking.size, locale)
  const sum = formatMoney(amount, 'EUR', locale)
  const rest = `${debitsText(groups.length, locale)}, ${sum}`
  const mayGoOn = isReleasable({
    groups,
    problems: problems.filter(({ code }) => code !== 'collection_date'),
    unchecked: undefined,
  })
  return (
    <StepLayout {...props} step="check" title={t.check.title}>
      <FullNotice {...props} />
      {groups.length === 0 ? (
        <Notice tone="warn" title={found.length === 0 ? t.choose.none : t.check.nothingLeft} isQuiet />
      ) : lacking.size > 0 ? (
        <Notice
          tone="warn"
          title={t.check.someMissing(lacking.size, formatNumber(lacking.size, locale))}
          isQuiet
        >
          {t.check.someMissingLead(rest)}
        </Notice>
      ) : (
        <Notice tone="good" title={t.check.allGood} isQuiet>
          {t.check.allGoodLead(feesText(fees.length, locale), sum)}
        </Notice>
      )}
      <Problems {...props} />
      <Warnings {...props} />
      <StickyActions>
        {mayGoOn && (
          <ButtonLink href={stepPath('date', props)}>
            {lacking.size > 0 ? t.check.without(count) : t.next}
          </ButtonLink>
        )}
        <ButtonLink kind="second" href={stepPath('choose', props)}>
          {t.back}
        </ButtonLink>
      </StickyActions>
    </StepLayout>
  )
}
