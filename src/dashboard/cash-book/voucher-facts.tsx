import { permits } from '../../domain/access/authorize'
import { derivedSide } from '../../domain/book/places/side'
import type { VoucherPage } from '../../domain/book/vouchers/page'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Amount, Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { sideTexts } from '../side-field'
import { placeText } from './journal-rows'
import { bookPath } from './paths'
import { bookTexts } from './texts'

type Props = { data: VoucherPage; viewer: Viewer }

/** What a voucher says, and where it comes from. */
export function VoucherFacts({ data: { voucher, origin, lines }, viewer }: Props) {
  const { locale, staff } = viewer
  const t = bookTexts(locale).voucher
  const { accountName, otherAccountName, party, reverses, reversed_by, partner } = voucher
  const [feeId, ...others] = new Set(lines.flatMap(({ fee_id }) => fee_id ?? []))
  const [from, to] = voucher.amount < 0 ? [accountName, otherAccountName] : [otherAccountName, accountName]
  const account = otherAccountName ? `${from} → ${to}` : accountName
  const line = voucher.bank_line_id ?? voucher.met_line_id
  const link = (href: string, label: string) => <a href={href}>{label}</a>
  const items = [
    { name: t.date, value: formatDate(voucher.booked_on, locale) },
    { name: t.account, value: account },
    ...(party ? [{ name: t.party, value: party }] : []),
    {
      name: t.origin,
      value: (
        <>
          {t.origins[origin]}
          {line && <> · {link(pathIn(staff.workspace, `/bank/lines/${line}`), t.openLine)}</>}
          {feeId && others.length === 0 && permits(staff, 'fees:read') && (
            <> · {link(pathIn(staff.workspace, `/fees/${feeId}`), t.openFee)}</>
          )}
        </>
      ),
    },
    ...(reversed_by
      ? [{ name: t.reversedBy, value: link(bookPath(viewer, `/${reversed_by}`), partner ?? '') }]
      : []),
    ...(reverses ? [{ name: t.reverses, value: link(bookPath(viewer, `/${reverses}`), partner ?? '') }] : []),
  ]
  return (
    <Card title={voucher.text}>
      <Amount>{formatMoney(voucher.amount, staff.workspace.currency, locale)}</Amount>
      <DescriptionList items={items} />
    </Card>
  )
}

/** The lines of a voucher, to read; none for a transfer. */
export function VoucherLines({ data: { voucher, lines }, viewer }: Props) {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  if (lines.length === 0) return null
  const more = voucher.lineCount - lines.length
  return (
    <Card title={t.voucher.lines}>
      <Lines
        items={lines.map((line) => ({
          main: placeText(line) ?? (line.sphere ? t.spheres[line.sphere] : t.unassigned),
          details: [
            ...(line.sphere && line.costunit_name ? [t.spheres[line.sphere]] : []),
            ...(!line.sphere && line.costunit_name && staff.workspace.isNonprofit ? [t.noSphere] : []),
            ...(line.text ? [line.text] : []),
            ...(line.side === derivedSide(line, voucher.reverses !== null)
              ? []
              : [sideTexts(locale).less[line.side]]),
          ],
          amount: formatMoney(line.amount, staff.workspace.currency, locale),
        }))}
      />
      {more > 0 && <Quiet>{t.voucher.moreLines(formatNumber(more, locale))}</Quiet>}
    </Card>
  )
}
