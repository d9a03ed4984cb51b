import { permits } from '../../../domain/access/authorize'
import type { CollectableFee } from '../../../domain/collections/collectable-fee'
import { blockOf, isOfPayer } from '../../../domain/collections/debtors'
import { MANDATE } from '../../../domain/person-fields/fields'
import type { ProblemCode } from '../../../domain/shared/debit-refusals'
import { Card } from '../../../ui/card'
import { inputId } from '../../../ui/form'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Quiet } from '../../../ui/text'
import { pathIn, personPathIn } from '../../paths'
import { debitsPath } from '../path'
import { newTexts } from '../texts-new'
import { problemTexts } from '../texts-problems'
import { debtorName, type StepProps, stepPath } from './layout'

/** How many fees of a problem are shown. */
const MAX_SHOWN = 20

/** The problems that the fee is the cause of, not its person. */
const OF_FEES: readonly ProblemCode[] = [
  'unknown_fee',
  'named_twice',
  'cancelled',
  'collecting',
  'paid',
  'no_person',
  'deceased',
  'amount_too_large',
]

/** What is in the way, each with its fees, and with links to the forms that help and lead back here. */
export function Problems(props: StepProps) {
  const { prepared } = props
  const named = new Set<string>()
  // A person may lack several things, which the same form completes.
  const first = prepared.problems.filter(({ code, feeId }) => {
    if (code === 'collection_date' || (feeId && named.has(feeId))) return false
    if (feeId) named.add(feeId)
    return true
  })
  const groups = Map.groupBy(first, ({ code }) => code)
  return [...groups].map(([code, found]) => (
    <ProblemCard {...props} code={code} ids={found.flatMap(({ feeId }) => feeId ?? [])} />
  ))
}

type CardProps = StepProps & { code: ProblemCode; ids: string[] }

function ProblemCard({ code, ids, ...props }: CardProps) {
  const { viewer, prepared } = props
  const { staff, locale } = viewer
  const { title, advice } = problemTexts(locale)[code]
  const t = newTexts(locale).check
  const fees = new Map(prepared.found.map((fee) => [fee.id, fee]))
  const shown = ids.slice(0, MAX_SHOWN)
  const count = ids.length > 1 ? ` (${formatNumber(ids.length, locale)})` : ''
  const settings = `/settings/direct-debit?to=${encodeURIComponent(stepPath('check', props))}`
  return (
    <Card title={`${title}${count}`}>
      <p>{advice}</p>
      {code === 'creditor_incomplete' && permits(staff, 'creditor:write') && (
        <a href={pathIn(staff.workspace, settings)}>{t.edit}</a>
      )}
      <Lines
        items={shown.map((id) => {
          const fee = fees.get(id)
          return {
            main: fee ? <FeeLink fee={fee} {...props} /> : id,
            details: fee ? [fee.description, ...paidBy(fee, props), ...otherTitles(id, code, props)] : [],
            amount: fee && formatMoney(fee.open_amount, 'EUR', locale),
            badge: fee && <MendLink {...props} code={code} fee={fee} />,
          }
        })}
      />
      {ids.length > shown.length && <Quiet>{t.more(formatNumber(ids.length - shown.length, locale))}</Quiet>}
    </Card>
  )
}

/** Who is debited for a fee of someone else, with a link. */
function paidBy({ person_id }: CollectableFee, { viewer, prepared }: StepProps) {
  const debtor = prepared.debtors.get(person_id)
  if (!debtor || !isOfPayer(debtor)) return []
  const { staff, locale } = viewer
  const payer = personPathIn(staff.workspace, debtor.list, debtor.id)
  return [
    <>
      {newTexts(locale).check.paidBy} <a href={payer}>{debtor.name}</a>
    </>,
  ]
}

/** What else is in the way of a fee. */
const otherTitles = (id: string, code: ProblemCode, { viewer, prepared }: StepProps): string[] =>
  prepared.problems
    .filter((found) => found.feeId === id && found.code !== code)
    .map((found) => problemTexts(viewer.locale)[found.code].title)

const FeeLink = ({ fee, viewer, prepared }: StepProps & { fee: CollectableFee }) => (
  <a href={pathIn(viewer.staff.workspace, `/fees/${fee.id}`)}>
    {debtorName(fee.person_name, prepared.debtors.get(fee.person_id)?.person, { viewer, prepared })}
  </a>
)

/** The page on which a problem can be solved, if there is one that the viewer may use; it leads back here. */
function MendLink({ code, fee, ...props }: StepProps & { code: ProblemCode; fee: CollectableFee }) {
  const { viewer, prepared } = props
  const { staff, locale } = viewer
  const t = newTexts(locale).check
  const to = new URLSearchParams({ to: stepPath('check', props) })
  if (code === 'collecting' && fee.collection_id)
    return <a href={debitsPath(viewer, `/${fee.collection_id}`)}>{t.view}</a>
  const debtor = prepared.debtors.get(fee.person_id)
  if (!debtor || OF_FEES.includes(code)) return null
  const block = code === 'blocked' ? blockOf(debtor) : undefined
  if (block)
    return (
      <a href={debitsPath(viewer, `/${block.collection_id}/items/${block.item_id}/unblock`, to)}>{t.view}</a>
    )
  if (code === 'payer_lost') {
    const { id, list } = debtor.person
    return <a href={personPathIn(staff.workspace, list, id, '/payer')}>{t.edit}</a>
  }
  const field = FIELD_OF[code] ?? 'bank_account.iban'
  const edit = personPathIn(staff.workspace, debtor.list, debtor.id, '/edit', to)
  return <a href={`${edit}#${inputId(field)}`}>{t.edit}</a>
}

/** The field of a person that a problem is about, if it is not the IBAN. */
const FIELD_OF: Partial<Record<ProblemCode, string>> = {
  no_mandate: `${MANDATE}.reference`,
  no_mandate_of_payer: `${MANDATE}.reference`,
  mandate_reference_invalid: `${MANDATE}.reference`,
  mandate_of_another_person: `${MANDATE}.reference`,
  mandate_of_another_creditor: `${MANDATE}.reference`,
  mandate_unsigned: `${MANDATE}.signature_date`,
  mandate_signed_in_future: `${MANDATE}.signature_date`,
  mandate_expired: `${MANDATE}.signature_date`,
}
