import type { SuggestedLine } from '../../../domain/bank/lines/list'
import type { LineOutcome } from '../../../domain/bank/lines/outcome'
import { Button } from '../../../ui/button'
import { HiddenFields } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { pathIn } from '../../paths'
import { ACTS, type Act, bankPath, linePath, NOTICE_ID } from '../paths'
import { GapNotice, gapsIn } from './gap-notice'
import { groupOf, mayAct } from './suggestion'
import { linesTexts } from './texts'
import { UndoForm } from './undo-form'

type Props = { url: string; viewer: Viewer; last: LineOutcome | undefined; lines?: SuggestedLine[] }

/** What the act that led here did, with its undo. It is told as things are now, and stays until the page is left. */
export const ActNotice = (props: Props) => (
  <div id={NOTICE_ID} class="act-notice">
    <ActText {...props} />
  </div>
)

function ActText({ url, viewer, last, lines = [] }: Props) {
  const query = new URL(url).searchParams
  const did = ACTS.find((act) => act === query.get('did'))
  if (did === 'certain') return <CertainNotice query={query} viewer={viewer} />
  if (did === 'uncertain')
    return <Notice tone="good">{linesTexts(viewer.locale).certainUndone(countIn(query, 'count'))}</Notice>
  if (did === 'imported') return <ImportNotice query={query} viewer={viewer} lines={lines} />
  return did && last ? <LineNotice did={did} last={last} viewer={viewer} at={query.get('at') ?? ''} /> : null
}

const countIn = (query: URLSearchParams, name: string): number => Math.floor(Number(query.get(name))) || 0

function CertainNotice({ query, viewer }: { query: URLSearchParams; viewer: Viewer }) {
  const t = linesTexts(viewer.locale)
  const [count, left] = [countIn(query, 'count'), countIn(query, 'left')]
  if (count === 0) return <Notice tone="warn">{t.certainNone}</Notice>
  return (
    <Notice
      tone="good"
      action={
        mayAct(viewer) && (
          <form method="post" action={bankPath(viewer, '/lines/uncertain')}>
            <HiddenFields values={{ when: query.get('when') ?? '' }} />
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

type ImportProps = { query: URLSearchParams; viewer: Viewer; lines: SuggestedLine[] }

function ImportNotice({ query, viewer, lines }: ImportProps) {
  const t = linesTexts(viewer.locale)
  const [known, skipped, confirmed] = ['known', 'skipped', 'confirmed'].map((name) => countIn(query, name))
  const counts = [
    t.imported(countIn(query, 'new')),
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
      <GapNotice gaps={gapsIn(query)} locale={viewer.locale} />
    </>
  )
}

type LineProps = { did: Act; last: LineOutcome; viewer: Viewer; at: string }

function LineNotice({ did, last, viewer, at }: LineProps) {
  const { locale, staff } = viewer
  const t = linesTexts(locale)
  const { line, fees, isReturn } = last
  const money = (cents: number) => formatMoney(cents, line.currency, locale)
  const isDone = line.state === 'ignored' || line.assigned_amount !== 0
  const what = did === 'certain' || did === 'uncertain' || did === 'imported' ? '' : t.done[did]
  const rest = line.amount - line.assigned_amount
  return (
    <Notice
      tone="good"
      action={
        mayAct(viewer) && isDone && <UndoForm line={line} viewer={viewer} from="open" at={at} isSecond />
      }
    >
      <p>
        {isReturn && did === 'confirmed' ? t.returnDone : what}:{' '}
        <a href={linePath(viewer, line.id)}>{line.party_name ?? t.unnamed}</a>, {money(line.amount)}
      </p>
      {did === 'confirmed' && fees.length > 0 && (
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
      {isDone && line.state === 'open' && <p>{t.stillOpen(money(rest))}</p>}
    </Notice>
  )
}

const MAX_FEES = 3
