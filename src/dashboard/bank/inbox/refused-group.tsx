import type { BankLine } from '../../../domain/bank/lines/bank-line'
import { formatMoney } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Notice } from '../../../ui/notice'
import type { Faults } from '../../attempt'
import type { Viewer } from '../../layout'
import { textOf } from '../line/refusal'
import { linePath } from '../paths'
import { linesTexts } from './texts'

/** The lines of a body that were refused, each with the code of why: by the places of its items. */
export function refusedLines({ refusals }: Faults, ids: readonly unknown[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, [refusal]] of Object.entries(refusals)) {
    const id = ids[Number(/^data\.(\d+)\./.exec(path)?.[1])]
    if (typeof id === 'string' && refusal && !found.has(id)) found.set(id, refusal.code)
  }
  return found
}

type Props = { refused: ReadonlyMap<string, string>; lines: readonly BankLine[]; viewer: Viewer }

/** Says that a group was not booked, and which of its lines have changed. */
export function RefusedGroup({ refused, lines, viewer }: Props) {
  const t = linesTexts(viewer.locale)
  return (
    <Notice tone="warn" title={t.groupRefused}>
      <p>{t.groupRefusedLead}</p>
      <Lines
        items={lines.map((line) => ({
          main: <a href={linePath(viewer, line.id)}>{line.party_name ?? t.unnamed}</a>,
          details: [textOf(refused.get(line.id) ?? 'other', viewer)],
          amount: formatMoney(line.amount, line.currency, viewer.locale),
        }))}
      />
    </Notice>
  )
}
