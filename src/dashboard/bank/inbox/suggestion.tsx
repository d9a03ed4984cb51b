import { permits } from '../../../domain/access/authorize'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import type { Named } from '../../../domain/bank/suggest/load-candidates'
import type { SuggestedBooking, Suggestion } from '../../../domain/bank/suggest/suggestion'
import { returnReason } from '../../../domain/collections/return-reasons'
import { bankReason } from '../../../ui/i18n/bank-reasons'
import { formatDate, formatMoney } from '../../../ui/i18n/format'
import type { Locale } from '../../../ui/i18n/locale'
import { sphereTexts } from '../../../ui/i18n/spheres'
import { Quiet } from '../../../ui/text'
import { bookPath } from '../../cash-book/paths'
import type { Viewer } from '../../layout'
import { debtorOf, personOf } from '../../named'
import { pathIn } from '../../paths'
import { bookingIn, partsIn, partsValue } from './shown'
import { linesTexts } from './texts'

type Props = { suggestion: Suggestion; named: Named; viewer: Viewer }

/** How many fees of a suggestion are named. */
const MAX_NAMED = 5

/** What a line may be as a sentence, with the reason. */
export function SuggestionText({ suggestion, named, viewer }: Props) {
  const { locale } = viewer
  const { kind, reason } = suggestion
  return (
    <>
      {kind === 'payment' && <Payment {...{ suggestion, named, viewer }} />}
      {kind === 'collection' && <Credit {...{ suggestion, named, viewer }} />}
      {kind === 'return' && <Return {...{ suggestion, named, viewer }} />}
      {kind === 'voucher' && <Booked {...{ suggestion, named, viewer }} />}
      {suggestion.booking && <p>{bookingSentence(suggestion.booking, viewer)}</p>}
      <Quiet>{bankReason(reason, locale)}</Quiet>
    </>
  )
}

/** What a line is booked to, and with which text. */
const bookingSentence = (booking: SuggestedBooking, { locale }: Viewer): string =>
  `${placeSentence(booking, locale)}: ${booking.text}`

/** A place in words: a cost unit with its category, and the sphere. */
export const placeSentence = (
  { costunit_name, category_name, sphere }: Omit<SuggestedBooking, 'text' | 'side' | 'rule_id'>,
  locale: Locale,
): string =>
  [
    [costunit_name, category_name].filter(Boolean).join(' › '),
    sphere === null ? '' : sphereTexts(locale)[sphere],
  ]
    .filter(Boolean)
    .join(', ')

function Payment({ suggestion: { parts, rest: left }, named, viewer }: Props) {
  const { locale, staff } = viewer
  const t = linesTexts(locale)
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  const rest = parts.length - MAX_NAMED
  return (
    <>
      {parts.slice(0, MAX_NAMED).map(({ fee_id, amount }) => {
        const fee = named.fees.get(fee_id)
        if (!fee) return null
        return (
          <p>
            <a href={pathIn(staff.workspace, `/fees/${fee_id}`)}>
              {t.fee(fee.description, personOf(fee, viewer))}
            </a>
            {', '}
            {fee.open_amount === amount
              ? t.feeOpen(money(amount))
              : t.feePart(money(amount), money(fee.open_amount))}
          </p>
        )
      })}
      {rest > 0 && <p>+ {rest}</p>}
      {left > 0 && <p>{t.overpaid(money(left))}</p>}
    </>
  )
}

/** A voucher that already has the money of the line. */
function Booked({ suggestion: { voucher_ids, rest }, named, viewer }: Props) {
  const { locale } = viewer
  const t = linesTexts(locale)
  return voucher_ids.map((id) => {
    const voucher = named.vouchers.get(id)
    if (!voucher) return null
    const { number, amount, booked_on, account } = voucher
    const money = (cents: number) => formatMoney(cents, 'EUR', locale)
    return (
      <p>
        <a href={bookPath(viewer, `/${id}`)}>{t.inBook(number)}</a>
        {`, ${money(amount)}, ${formatDate(booked_on, locale)}, ${account}`}
        {rest !== 0 && ` · ${t.inBookRest(money(rest))}`}
      </p>
    )
  })
}

function Credit({ suggestion: { collection_id, item_ids }, named, viewer }: Props) {
  const { locale, staff } = viewer
  if (item_ids.length > 0) return <Debits {...{ ids: item_ids, named, viewer }} isCredit />
  const collection = named.collections.get(collection_id ?? '')
  if (!collection) return null
  const { id, collection_date, amount } = collection
  return (
    <p>
      <a href={pathIn(staff.workspace, `/direct-debits/${id}`)}>
        {linesTexts(locale).credit(formatDate(collection_date, locale), formatMoney(amount, 'EUR', locale))}
      </a>
    </p>
  )
}

type DebitsProps = Pick<Props, 'named' | 'viewer'> & { ids: string[]; isCredit?: boolean }

/** Direct debits that came back, or that the bank credits one by one. */
function Debits({ ids, named, viewer, isCredit }: DebitsProps) {
  const { locale } = viewer
  const t = linesTexts(locale)
  return ids.slice(0, MAX_NAMED).map((id) => {
    const debit = named.debits.get(id)
    if (!debit) return null
    const { text, amount, collection_date } = debit
    return (
      <p>
        {(isCredit ? t.credited : t.returned)(debtorOf(debit, viewer), text)},{' '}
        {t.returnedDebit(formatMoney(amount, 'EUR', locale), formatDate(collection_date, locale))}
      </p>
    )
  })
}

function Return({ suggestion: { item_ids, return_code, charge }, named, viewer }: Props) {
  const { locale, staff } = viewer
  const t = linesTexts(locale)
  return (
    <>
      <Debits {...{ ids: item_ids, named, viewer }} />
      <p>
        {t.returnReason(returnReason(return_code).forTreasurer[locale.language], return_code)}
        {charge !== null && ` ${t.charge(formatMoney(charge, 'EUR', locale))}`}
        {charge !== null && staff.workspace.passesChargesOn && ` ${t.passesOn}`} {t.openAgain}
      </p>
    </>
  )
}

/** What the button of a suggestion sends, so that what was seen is confirmed: {@link bodyFrom} reads it. */
export function takeValue({
  kind,
  parts,
  collection_id,
  item_ids,
  voucher_ids,
  booking,
}: Suggestion): string {
  if (kind === 'booking') return `booking:${JSON.stringify(booking)}`
  if (kind === 'voucher') return `vouchers:${voucher_ids.join()}`
  if (kind === 'payment') return `fees:${partsValue(parts)}`
  return item_ids.length > 0 ? `debits:${item_ids.join()}` : `collection:${collection_id}`
}

/** The body that a value confirms; one that no line accepts for other texts. */
export function bodyFrom(value: string | null): Record<string, unknown> {
  const [, kind = '', rest = ''] = /^(\w+):(.*)$/s.exec(value ?? '') ?? []
  if (kind === 'collection') return { collection_id: rest }
  if (kind === 'vouchers') return { voucher_ids: rest.split(',') }
  if (kind === 'debits') return { item_ids: rest.split(',') }
  if (kind === 'booking') return { booking: bookingIn(rest) }
  return { parts: kind === 'fees' ? partsIn(rest) : [] }
}

/** Whether a suggestion can be confirmed as it is: the credit of another amount also needs to be told what the rest is. */
export const isComplete = ({ kind, reason }: Suggestion): boolean =>
  kind !== 'notice' && reason.code !== 'batch_reference_amount'

/** Whether a line pays less than is open, so that it is a part payment of who fits by account or by name. */
export const isPart = ({ reason }: Suggestion): boolean =>
  reason.code === 'account_less' || reason.code === 'name_less'

/** What is suggested for a line in the order of the groups of an inbox. */
export function groupOf({ suggestion, alternatives }: SuggestedLine): 'certain' | 'perhaps' | 'unknown' {
  if (suggestion?.certain) return 'certain'
  return (suggestion && suggestion.kind !== 'notice') || alternatives.length > 0 ? 'perhaps' : 'unknown'
}

/** Whether a viewer may do something with lines. */
export const mayAct = ({ staff }: Viewer): boolean => permits(staff, 'bank:write')
