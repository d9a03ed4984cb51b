import type { Inbox } from '../../../domain/bank/lines/inbox'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import { knownBy } from '../../../domain/bank/lines/together'
import { formatMoney, formatShortDate } from '../../../ui/i18n/format'
import { type Column, Table } from '../../../ui/table'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { pathIn } from '../../paths'
import { linePath } from '../paths'
import { linesTexts } from './texts'
import { suggestedTexts } from './texts-suggested'

type Props = {
  lines: SuggestedLine[]
  inbox: Inbox
  viewer: Viewer
  isTicked: (lineId: string) => boolean
}

/** Lines beside what each would pay and why, each with a tick. */
export function SuggestedTable({ lines, inbox, viewer, isTicked }: Props) {
  const { locale } = viewer
  const [t, words] = [suggestedTexts(locale), linesTexts(locale)]
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  const sum = lines.reduce((total, { line }) => total + line.amount - line.assigned_amount, 0)
  const columns: (Column<SuggestedLine> | false)[] = [
    {
      key: 'party',
      label: words.party,
      cell: ({ line }) => (
        <>
          <a href={linePath(viewer, line.id)}>{line.party_name ?? words.unnamed}</a>
          <Quiet>
            {formatShortDate(line.booked_on, locale)} · {shortened(line.text) || words.noText}
          </Quiet>
        </>
      ),
    },
    {
      key: 'pays',
      label: t.pays,
      cell: ({ suggestion }) => suggestion && <Paid {...{ suggestion, inbox, viewer }} />,
    },
    inbox.accounts.length > 1 && {
      key: 'account',
      label: words.account,
      cell: ({ line }) => inbox.accounts.find(({ id }) => id === line.account_id)?.name,
    },
    {
      key: 'amount',
      label: words.amount,
      isNumeric: true,
      phone: 'aside',
      cell: ({ line }) => money(line.amount - line.assigned_amount),
    },
  ]
  return (
    <Table
      caption={t.title}
      locale={locale}
      rows={lines}
      rowId={({ line }) => line.id}
      columns={columns.filter((column) => column !== false)}
      selection={{
        name: 'line',
        label: ({ line }) =>
          t.line(line.party_name ?? words.unnamed, formatShortDate(line.booked_on, locale)),
        isChosen: ({ line }) => isTicked(line.id),
      }}
      sums={{ party: t.sum(lines.length), amount: money(sum) }}
    />
  )
}

type PaidProps = Pick<Props, 'inbox' | 'viewer'> & { suggestion: NonNullable<SuggestedLine['suggestion']> }

function Paid({ suggestion, inbox: { named }, viewer }: PaidProps) {
  const { locale, staff } = viewer
  const t = linesTexts(locale)
  const { parts } = suggestion
  const sign = knownBy(suggestion)
  return (
    <>
      {parts.map(({ fee_id, amount }) => {
        const fee = named.fees.get(fee_id)
        if (!fee) return null
        return (
          <div>
            <a href={pathIn(staff.workspace, `/fees/${fee_id}`)}>
              {t.fee(fee.description, personOf(fee, viewer))}
            </a>
            {parts.length > 1 && `, ${formatMoney(amount, 'EUR', locale)}`}
          </div>
        )
      })}
      {sign && <Quiet>{suggestedTexts(locale).fits[sign]}</Quiet>}
    </>
  )
}

/** How many characters of what the bank wrote are shown. */
const MAX_CHARACTERS = 100

const shortened = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()} …` : text
