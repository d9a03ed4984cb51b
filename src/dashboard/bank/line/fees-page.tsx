import type { FeeSearch, PayableFee } from '../../../domain/bank/lines/search-fees'
import type { Issues } from '../../../domain/shared/errors'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { SearchForm } from '../../../ui/filter'
import { HiddenFields } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Row, Stack } from '../../../ui/stack'
import { Digits, Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { partsValue } from '../inbox/suggestion'
import { linesTexts } from '../inbox/texts'
import { linePath } from '../paths'
import { LineLayout } from './layout'
import { SPLIT_FORM, SplitForm } from './split-form'
import { type SplitQuery, splitQuery, takeOf } from './split-query'
import { lineTexts } from './texts'

type Props = { found: FeeSearch; query: SplitQuery; issues?: Issues | undefined; viewer: Viewer }

/** Finds the fees of a line: one takes it with one press, several divide it. */
export function FeesPage({ found: search, query, issues, viewer }: Props) {
  const { line, chosen, found } = search
  const { locale } = viewer
  const t = lineTexts(locale).fees
  const isRefund = line.amount < 0
  const rest = Math.abs(line.amount - line.assigned_amount)
  const path = linePath(viewer, line.id, '/fees')
  const parts = new URLSearchParams(splitQuery({ ...query, search: '' }))
  const byAmount = splitQuery({ ...query, search: (rest / 100).toFixed(2) })
  return (
    <LineLayout line={line} viewer={viewer} title={isRefund ? t.refundTitle : t.title} hasIssues={!!issues}>
      {chosen.length > 0 && <SplitForm {...{ line, chosen, query, issues, viewer }} />}
      <Card>
        <Stack gap="small">
          {isRefund && <p>{t.refundLead}</p>}
          <SearchForm
            action={path}
            label={t.search}
            value={query.search}
            hidden={parts}
            name="q"
            locale={locale}
          />
          <Row>
            <Quiet>{t.hint}</Quiet>
            <ButtonLink kind="plain" href={`${path}${byAmount}`}>
              {t.byAmount(formatMoney(rest, line.currency, locale))}
            </ButtonLink>
          </Row>
        </Stack>
        {found.length === 0 && query.search !== '' && <p>{isRefund ? t.noneToRefund : t.none}</p>}
        {found.length > 0 && <Found {...{ search, query, viewer }} />}
      </Card>
    </LineLayout>
  )
}

type FoundProps = { search: FeeSearch; query: SplitQuery; viewer: Viewer }

function Found({ search: { line, found, chosen }, query, viewer }: FoundProps) {
  const { locale } = viewer
  const [t, words] = [lineTexts(locale).fees, linesTexts(locale)]
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  const goesOut = line.amount < 0
  const stateOf = (fee: PayableFee) =>
    goesOut ? t.paid(money(fee.paid_amount)) : t.open(money(fee.open_amount))
  return (
    <Lines
      items={found.map((fee) => ({
        id: fee.id,
        main: (
          <Stack gap="small">
            <p>{words.fee(fee.description, personOf(fee, viewer))}</p>
            <Quiet>
              {stateOf(fee)} · <Digits>{fee.reference}</Digits>
            </Quiet>
            <FeeActions {...{ fee, line, query, viewer }} hasParts={chosen.length > 0} />
          </Stack>
        ),
      }))}
    />
  )
}

type ActionProps = { fee: PayableFee; query: SplitQuery; viewer: Viewer; hasParts: boolean } & Pick<
  FeeSearch,
  'line'
>

/** Takes a fee for all of a line, or adds it to other fees. */
function FeeActions({ fee, line, query, viewer, hasParts }: ActionProps) {
  const { locale } = viewer
  const t = lineTexts(locale).fees
  const rest = line.amount - line.assigned_amount
  const cents = takeOf(fee, Math.abs(rest), rest < 0)
  if (hasParts)
    return (
      <Row>
        <Button kind="second" form={SPLIT_FORM} name="do" value={`add:${fee.id}`}>
          {t.add}
        </Button>
      </Row>
    )
  const parts = [{ fee_id: fee.id, amount: rest < 0 ? -cents : cents }]
  const withPart = splitQuery({ ...query, search: '', parts: [{ feeId: fee.id, text: '' }, ...query.parts] })
  return (
    <Row>
      {cents > 0 && (
        <form method="post" action={linePath(viewer, line.id, '/confirm')}>
          <HiddenFields values={{ revision: `${line.revision}`, at: query.at }} />
          <Button kind="second" name="as" value={partsValue(parts)}>
            {t.assign(formatMoney(cents, 'EUR', locale))}
          </Button>
        </form>
      )}
      <ButtonLink kind="plain" href={`${linePath(viewer, line.id, '/fees')}${withPart}`}>
        {t.add}
      </ButtonLink>
    </Row>
  )
}
