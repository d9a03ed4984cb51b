import type { BankLine } from '../../../domain/bank/lines/bank-line'
import { referencesIn } from '../../../domain/bank/suggest/references'
import { formatMoney, formatShortDate } from '../../../ui/i18n/format'
import { formatIban } from '../../../ui/person-fields/iban'
import { Digits, Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { linePath } from '../paths'
import { linesTexts } from './texts'

type Props = { line: BankLine; viewer: Viewer; account?: string | undefined; isPage?: boolean }

/** A line as the bank wrote it, with its references marked. On its own page it is no link. */
export function LineFacts({ line, viewer, account, isPage }: Props) {
  const { locale } = viewer
  const t = linesTexts(locale)
  const name = line.party_name ?? t.unnamed
  const money = (cents: number) => formatMoney(cents, line.currency, locale)
  const rest = line.amount - line.assigned_amount
  return (
    <>
      <p class="match-head">
        <b>{isPage ? name : <a href={linePath(viewer, line.id)}>{name}</a>}</b>
        <b class="numbers">{money(line.amount)}</b>
      </p>
      <p class="match-text">{line.text === '' ? t.noText : <MarkedText text={line.text} />}</p>
      {line.end_to_end && !line.text.includes(line.end_to_end) && (
        <p class="match-text">
          <MarkedText text={line.end_to_end} />
        </p>
      )}
      {line.state === 'open' && rest !== line.amount && <p>{t.left(money(rest), money(line.amount))}</p>}
      <Quiet>
        {formatShortDate(line.booked_on, locale)}
        {account && ` · ${account}`}
        {line.party_iban && (
          <>
            {' · '}
            <Digits>{formatIban(line.party_iban)}</Digits>
          </>
        )}
      </Quiet>
    </>
  )
}

/** How many characters of a text are shown. */
const MAX_CHARACTERS = 400

// Banks break lines within references, so blanks may be anywhere in one.
const REFERENCE = /(R\s*F\s*(?:\d\s*){2}(?:[0-9A-Z]\s*){20}[0-9A-Z])/gi

function MarkedText({ text }: { text: string }) {
  const shown = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()} …` : text
  return shown
    .split(REFERENCE)
    .map((piece) => (referencesIn(piece).length > 0 ? <mark>{piece}</mark> : piece))
}
