import type { Inbox } from '../../../domain/bank/lines/inbox'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import type { Named } from '../../../domain/bank/suggest/load-candidates'
import type { Suggestion } from '../../../domain/bank/suggest/suggestion'
import { Button, ButtonLink } from '../../../ui/button'
import { HiddenFields } from '../../../ui/form-layout'
import { Match } from '../../../ui/matches'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { splitParts } from '../line/split-query'
import { linePath } from '../paths'
import { LineFacts } from './line-facts'
import { isComplete, isPart, mayAct, SuggestionText, takeValue } from './suggestion'
import { linesTexts } from './texts'

type MatchProps = { line: SuggestedLine; inbox: Inbox; viewer: Viewer; at: number }

/** A line next to what it may be, with what can be done with it. */
export function LineMatch({ line: suggested, inbox: { named, accounts }, viewer, at }: MatchProps) {
  const { line } = suggested
  const account = accounts.length > 1 ? accounts.find(({ id }) => id === line.account_id)?.name : undefined
  return (
    <Match
      id={line.id}
      given={<LineFacts line={line} viewer={viewer} account={account} />}
      actions={mayAct(viewer) && <LineActions {...{ suggested, viewer, at }} />}
    >
      <Suggestions {...{ suggested, named, viewer, at }} />
    </Match>
  )
}

/** `at` is the place of the line in the inbox. */
type Props = { suggested: SuggestedLine; viewer: Viewer; at?: number }

/** What a line may be; each of several with a button of its own. */
export function Suggestions({ suggested, named, viewer, at }: Props & { named: Named }) {
  const t = linesTexts(viewer.locale)
  const { line, suggestion, alternatives } = suggested
  if (suggestion) return <SuggestionText {...{ suggestion, named, viewer }} />
  if (alternatives.length === 0) return <Quiet>{line.amount > 0 ? t.nothing : t.goesOut}</Quiet>
  return (
    <>
      <p>{t.several}</p>
      {alternatives.slice(0, MAX_ALTERNATIVES).map((alternative) => (
        <div class="match-choice">
          <div>
            <SuggestionText {...{ suggestion: alternative, named, viewer }} />
          </div>
          {mayAct(viewer) && <TakeForm {...{ suggested, viewer, at }} suggestion={alternative} />}
        </div>
      ))}
    </>
  )
}

const MAX_ALTERNATIVES = 5

/** The acts on a line: take what is suggested, or say what else it is. */
export function LineActions({ suggested, viewer, at }: Props) {
  const t = linesTexts(viewer.locale)
  const { line, suggestion } = suggested
  const path = (page: string, query: string[] = []) => {
    const all = [...(at === undefined ? [] : [`at=${at}`]), ...query]
    return linePath(viewer, line.id, all.length > 0 ? `${page}?${all.join('&')}` : page)
  }
  const isTaken = suggestion !== null && suggestion.kind !== 'notice'
  const isBooking = suggestion?.kind === 'booking'
  const differs = isTaken && !isComplete(suggestion)
  const goesOut = line.amount < 0
  const isEuro = line.currency === 'EUR'
  return (
    <>
      {isTaken && !differs && <TakeForm {...{ suggested, viewer, at, suggestion }} hasKey />}
      {differs && (
        <ButtonLink
          kind="second"
          href={path('/book', [`collection=${suggestion.collection_id}`])}
          shortcut="c"
        >
          {t.bookDifference}
        </ButtonLink>
      )}
      {isEuro && goesOut && !isTaken && (
        <ButtonLink kind="second" href={path('/book')} shortcut="b">
          {t.bookExpense}
        </ButtonLink>
      )}
      {isEuro && (
        <ButtonLink kind={isTaken || goesOut ? 'plain' : 'second'} href={path('/fees')} shortcut="o">
          {goesOut ? t.refund : isTaken && !isBooking ? t.other : t.find}
        </ButtonLink>
      )}
      {suggestion?.kind === 'payment' && suggestion.parts.length <= MAX_SPLIT && (
        <ButtonLink kind="plain" href={path('/fees', splitParts(suggestion.parts))} shortcut="p">
          {t.split}
        </ButtonLink>
      )}
      {isEuro && (!goesOut || isTaken) && (
        <ButtonLink kind="plain" href={path('/book')} shortcut="b">
          {isBooking ? t.bookOtherwise : t.book}
        </ButtonLink>
      )}
      {line.assigned_amount === 0 && (
        <ButtonLink kind="plain" href={path('/ignore')} shortcut="i">
          {t.ignore}
        </ButtonLink>
      )}
    </>
  )
}

/** How many fees a link to the form that divides a line names. */
const MAX_SPLIT = 20

function takeText(suggestion: Suggestion, t: ReturnType<typeof linesTexts>): string {
  if (suggestion.kind === 'return') return t.takeReturn
  if (suggestion.kind === 'voucher') return t.takeVoucher
  if (suggestion.kind === 'booking') return t.book
  return isPart(suggestion) ? t.takePart : t.take
}

type TakeProps = Props & { suggestion: Suggestion; hasKey?: boolean }

function TakeForm({ suggested: { line }, viewer, at, suggestion, hasKey }: TakeProps) {
  const t = linesTexts(viewer.locale)
  return (
    <form method="post" action={linePath(viewer, line.id, '/confirm')}>
      <HiddenFields values={{ revision: `${line.revision}`, at: at === undefined ? '' : `${at}` }} />
      <Button kind="second" name="as" value={takeValue(suggestion)} {...(hasKey && { shortcut: 'c' })}>
        {takeText(suggestion, t)}
      </Button>
    </form>
  )
}
