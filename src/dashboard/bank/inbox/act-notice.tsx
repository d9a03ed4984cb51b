import type { BookingGroup } from '../../../domain/bank/lines/groups'
import type { Inbox } from '../../../domain/bank/lines/inbox'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import type { LineOutcome } from '../../../domain/bank/lines/outcome'
import type { Done } from '../../../http/done'
import { Button } from '../../../ui/button'
import { HiddenFields } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { familyTexts } from '../../families/texts'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { pathIn } from '../../paths'
import { ACTS, type Act, bankPath, linePath, NOTICE_ID } from '../paths'
import { BookGroupForm, groupSentence } from './booking-group'
import { FamilyOffer } from './family-offer'
import { GapNotice, gapsOf } from './gap-notice'
import { groupOf, mayAct } from './suggestion'
import { linesTexts } from './texts'
import { UndoForm } from './undo-form'

type Props = {
  done: Done | undefined
  /** The place of the line in the inbox. */
  at: number | undefined
  viewer: Viewer
  last: LineOutcome | undefined
  inbox?: Inbox
}

/** What the form before this page did, with its undo. It is told as things are now. */
export const ActNotice = (props: Props) => (
  <div id={NOTICE_ID} class="act-notice">
    <ActText {...props} />
    {props.inbox?.family && props.done?.word === 'confirmed' && (
      <FamilyOffer family={props.inbox.family} viewer={props.viewer} />
    )}
  </div>
)

function ActText({ done, at, viewer, last, inbox }: Props) {
  const act = ACTS.find((one) => one === done?.word)
  if (!done || !act) return null
  if (act === 'certain') return <CertainNotice done={done} viewer={viewer} />
  if (act === 'together') return <TogetherNotice done={done} viewer={viewer} />
  if (act === 'uncertain' || act === 'apart')
    return <Notice tone="good">{linesTexts(viewer.locale).certainUndone(done.numbers.count ?? 0)}</Notice>
  if (act === 'payer_set')
    return <Notice tone="good">{familyTexts(viewer.locale).families.saved(done.numbers.count ?? 0)}</Notice>
  if (act === 'imported') return <ImportNotice {...{ done, viewer }} lines={inbox?.lines ?? []} />
  const alike = act === 'booked' ? inbox?.groups.filter(({ isOfLast }) => isOfLast) : []
  return last ? (
    <LineNotice {...{ act, last, viewer }} at={at === undefined ? '' : String(at)} alike={alike} />
  ) : null
}

function CertainNotice({ done: { numbers }, viewer }: { done: Done; viewer: Viewer }) {
  const t = linesTexts(viewer.locale)
  const { count = 0, left = 0, at = 0 } = numbers
  if (count === 0) return <Notice tone="warn">{t.certainNone}</Notice>
  return (
    <Notice
      tone="good"
      action={
        mayAct(viewer) && (
          <form method="post" action={bankPath(viewer, '/lines/uncertain')}>
            <HiddenFields values={{ when: `${at}` }} />
            <Button kind="second" shortcut="u">
              {t.undoCertain(count)}
            </Button>
          </form>
        )
      }
    >
      <p>
        {t.certainDone(count)} {left > 0 && t.certainLeft(left)}{' '}
        <a href={bankPath(viewer, '/lines?state=done')}>{t.seeDone}</a>
      </p>
    </Notice>
  )
}

/** Says how many lines were booked together, with the undo of all. */
function TogetherNotice({ done: { numbers, about = '' }, viewer }: { done: Done; viewer: Viewer }) {
  const t = linesTexts(viewer.locale)
  const { count = 0 } = numbers
  return (
    <Notice
      tone="good"
      action={
        mayAct(viewer) && (
          <form method="post" action={bankPath(viewer, '/lines/unbook')}>
            <HiddenFields values={{ bookings: about }} />
            <Button kind="second" shortcut="u">
              {t.undoCertain(count)}
            </Button>
          </form>
        )
      }
    >
      <p>
        {t.booked(count)} <a href={bankPath(viewer, '/lines?state=done')}>{t.seeDone}</a>
      </p>
    </Notice>
  )
}

type ImportProps = { done: Done; viewer: Viewer; lines: SuggestedLine[] }

function ImportNotice({ done: { numbers, days }, viewer, lines }: ImportProps) {
  const t = linesTexts(viewer.locale)
  const { known, skipped, confirmed } = numbers
  const counts = [
    t.imported(numbers.new ?? 0),
    confirmed && t.selfConfirmed(confirmed),
    known && t.known(known),
    skipped && t.skipped(skipped),
  ].filter(Boolean)
  const certain = lines.filter((line) => groupOf(line) === 'certain').length
  return (
    <>
      <Notice tone="good">
        <p>
          {counts.join(', ')}. {certain > 0 && t.nowCertain(certain)}
        </p>
      </Notice>
      <GapNotice gaps={gapsOf(days)} locale={viewer.locale} />
    </>
  )
}

type LineAct = Exclude<Act, 'certain' | 'uncertain' | 'together' | 'apart' | 'imported' | 'payer_set'>
type LineProps = {
  act: LineAct
  last: LineOutcome
  viewer: Viewer
  at: string
  /** Those that are booked as the line was. */
  alike?: BookingGroup[] | undefined
}

function LineNotice({ act, last, viewer, at, alike = [] }: LineProps) {
  const { locale, staff } = viewer
  const t = linesTexts(locale)
  const { line, fees, isReturn } = last
  const money = (cents: number) => formatMoney(cents, line.currency, locale)
  const isDone = line.state === 'ignored' || line.assigned_amount !== 0
  const rest = line.amount - line.assigned_amount
  return (
    <Notice
      tone="good"
      action={
        mayAct(viewer) && isDone && <UndoForm line={line} viewer={viewer} from="open" at={at} isSecond />
      }
    >
      <p>
        {isReturn && act === 'confirmed' ? t.returnDone : t.done[act]}:{' '}
        <a href={linePath(viewer, line.id)}>{line.party_name ?? t.unnamed}</a>, {money(line.amount)}
      </p>
      {act === 'confirmed' && fees.length > 0 && (
        <p>
          {isReturn ? t.againOpen : t.paid}{' '}
          {fees.slice(0, MAX_FEES).map((fee, index) => (
            <>
              {index > 0 && ', '}
              <a href={pathIn(staff.workspace, `/fees/${fee.fee_id}`)}>
                {t.fee(fee.description, personOf(fee, viewer))}
              </a>
            </>
          ))}
          {fees.length > MAX_FEES && ' …'}
        </p>
      )}
      {alike.map((group) => (
        <div class="match-choice">
          <div>
            <p>
              {t.alike(group.lines.length, group.name || t.unnamed, money(group.amount))}:{' '}
              {groupSentence(group, viewer)}
            </p>
          </div>
          <BookGroupForm group={group} viewer={viewer} label={t.bookAlike(group.lines.length)} />
        </div>
      ))}
      {isDone && line.state === 'open' && (
        <p>
          {t.stillOpen(money(rest))}{' '}
          {mayAct(viewer) && rest > 0 && (
            <a href={linePath(viewer, line.id, at === '' ? '/book' : `/book?at=${at}`)}>{t.bookRest}</a>
          )}
        </p>
      )}
    </Notice>
  )
}

const MAX_FEES = 3
