import type { BankLine } from '../../../domain/bank/lines/bank-line'
import { Button } from '../../../ui/button'
import { HiddenFields } from '../../../ui/form-layout'
import type { Viewer } from '../../layout'
import { type LineState, linePath } from '../paths'
import { linesTexts } from './texts'

type Props = { line: BankLine; viewer: Viewer; from: LineState; at?: string | undefined; isSecond?: boolean }

/**
 * A button that takes back what was done with a line, unless someone has changed it since, and leads to the list `from`;
 * nothing if nothing was done.
 */
export function UndoForm({ line, viewer, from, at = '', isSecond }: Props) {
  const t = linesTexts(viewer.locale)
  const isIgnored = line.state === 'ignored'
  if (!isIgnored && line.assigned_amount === 0) return null
  return (
    <form method="post" action={linePath(viewer, line.id, isIgnored ? '/restore' : '/loosen')}>
      <HiddenFields values={{ from, at, revision: `${line.revision}` }} />
      <Button kind={isSecond ? 'second' : 'plain'} {...(isSecond && { shortcut: 'u' })}>
        {isIgnored ? t.restore : t.undo}
      </Button>
    </form>
  )
}
