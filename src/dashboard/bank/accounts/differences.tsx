import type { ItemKind } from '../../../domain/book/reconciliation/items'
import type { ReconciliationPage } from '../../../domain/book/reconciliation/reconcile'
import type { Difference } from '../../../domain/book/reconciliation/reconciliation'
import { MAX_ITEMS } from '../../../domain/book/reconciliation/select'
import { Card } from '../../../ui/card'
import { formatDate, formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { pathIn } from '../../paths'
import { bankPath, linePath, reconciliationPath } from '../paths'
import { reconciliationTexts } from './reconciliation-texts'

/** Amounts in cents as texts: as they are, and with their sign before them. */
export function signed({ locale, staff }: Viewer) {
  const plain = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  return { plain, added: (cents: number) => `${cents < 0 ? '−' : '+'} ${plain(Math.abs(cents))}` }
}

type Props = { page: ReconciliationPage; viewer: Viewer }

/** The reasons why bank and book differ, each with its sum and where to look. */
export function Differences({ page: { account_id, on, differences }, viewer }: Props) {
  const { locale } = viewer
  const t = reconciliationTexts(locale)
  const { added } = signed(viewer)
  if (differences.length === 0) return null
  return (
    <Card title={t.why}>
      <Lines
        items={differences.map((difference) => ({
          main: `${t.kinds[difference.kind]} (${formatNumber(difference.count, locale)})`,
          details: difference.periods.map(({ after, before, amount }) =>
            t.period(formatDate(after, locale), formatDate(before, locale), added(amount)),
          ),
          amount: added(difference.amount),
          badge: <a href={pathOf(difference, { accountId: account_id, on, viewer })}>{t.list}</a>,
        }))}
      />
    </Card>
  )
}

type Compared = { accountId: string; on: string; viewer: Viewer }

function pathOf({ kind }: Difference, { accountId, on, viewer }: Compared): string {
  if (kind === 'opening') return bankPath(viewer, `/accounts/${accountId}/edit`)
  if (kind === 'statement_gap' || kind === 'balance_jump') return bankPath(viewer, `/accounts/${accountId}`)
  return `${reconciliationPath(viewer, accountId, { on, kind })}#items`
}

/** The lines or vouchers of a kind. */
export function Items({ page: { items }, kind, viewer }: Props & { kind: ItemKind }) {
  const { locale, staff } = viewer
  const t = reconciliationTexts(locale)
  const { added } = signed(viewer)
  return (
    <Card title={t.kinds[kind]} id="items">
      {items.length === 0 && <Quiet>{t.nothing}</Quiet>}
      <Lines
        items={items.map(({ line_id, voucher_id, day, text, amount }) => ({
          main: (
            <a
              href={
                voucher_id
                  ? pathIn(staff.workspace, `/cash-book/${voucher_id}`)
                  : linePath(viewer, line_id ?? '')
              }
            >
              {text}
            </a>
          ),
          details: [formatDate(day, locale)],
          amount: added(amount),
        }))}
      />
      {items.length === MAX_ITEMS && <Quiet>{t.more(formatNumber(MAX_ITEMS, locale))}</Quiet>}
    </Card>
  )
}
