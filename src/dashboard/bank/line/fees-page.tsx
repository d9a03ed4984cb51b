import type { FeeSearch } from '../../../domain/bank/lines/search-fees'
import type { Issues } from '../../../domain/shared/errors'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { SearchField } from '../../../ui/filter'
import { ErrorSummary, HiddenFields } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import { moneyInput } from '../../../ui/i18n/money'
import { formTexts } from '../../../ui/i18n/texts'
import { Shares, SharesForm, SharesLeft } from '../../../ui/shares'
import { Actions, Row } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { linePath } from '../paths'
import { LineLayout } from './layout'
import { type FeeShare, shareOf } from './share'
import { divide, type SplitQuery } from './split-query'
import { lineTexts } from './texts'

type Props = { found: FeeSearch; sent: SplitQuery; issues?: Issues | undefined; viewer: Viewer }

/** Finds the fees of a line, which is divided among those that are ticked. */
export function FeesPage({ found: search, sent, issues, viewer }: Props) {
  const { locale } = viewer
  const t = lineTexts(locale).fees
  const { line } = search
  const rest = line.amount - line.assigned_amount
  const { shares, left } = divide(search, sent)
  const fees = shares.map((share) => shareOf(share, { rest, issues, ticked: sent.ticked, viewer }))
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  const isRefund = rest < 0
  const total = Math.abs(rest)
  const none = isRefund ? t.noneToRefund : t.none
  return (
    <LineLayout line={line} viewer={viewer} title={isRefund ? t.refundTitle : t.title} hasIssues={!!issues}>
      {issues && <Refused fees={fees} viewer={viewer} />}
      <Card>
        <SharesForm action={linePath(viewer, line.id, '/fees')}>
          {isRefund && <p>{t.refundLead}</p>}
          <SearchField label={t.search} value={sent.search} name="q" locale={locale} />
          <HiddenFields values={{ ...(sent.at && { at: sent.at }), ...(isRefund && { sign: '-' }) }} />
          <Row>
            <Button kind="second" name="by" value={moneyInput(total, locale)}>
              {t.byAmount(money(total))}
            </Button>
          </Row>
          {search.found.length === 0 && sent.search !== '' && <p>{none}</p>}
          {fees.length > 0 && (
            <>
              <Shares name="fee" items={fees} />
              <SharesLeft
                {...{ total, left }}
                texts={{ even: t.even, over: t.over, rest: (amount) => t.rest(amount, money(total)) }}
                format={money}
              />
              <Quiet>{t.restStays}</Quiet>
              <Actions>
                <Button posts name="revision" value={`${line.revision}`}>
                  {t.confirm}
                </Button>
                <span class="without-script">
                  <Button kind="second">{t.recalculate}</Button>
                </span>
              </Actions>
            </>
          )}
        </SharesForm>
      </Card>
    </LineLayout>
  )
}

/** What was refused of the ticked fees, each with a link to its amount; that nothing was ticked. */
function Refused({ fees, viewer }: { fees: FeeShare[]; viewer: Viewer }) {
  const { locale } = viewer
  const issues = fees.flatMap(({ label, amount }) =>
    amount.issue ? [{ label, text: amount.issue, inputId: amount.inputId }] : [],
  )
  const isTicked = fees.some(({ isChosen }) => isChosen)
  return (
    <ErrorSummary title={formTexts(locale).checkEntries} issues={issues}>
      {!isTicked && <p>{lineTexts(locale).fees.noParts}</p>}
    </ErrorSummary>
  )
}
