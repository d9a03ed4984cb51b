import { Notice } from '../../ui/notice'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusalTexts } from '../refusals'
import { importTexts } from './texts'

type Props = { faults: Faults; viewer: Viewer; title?: string; otherwise?: string }

/** Why a change of an import, or its run, was refused: each cause once, or what is said if none has a sentence. */
export function RefusedNotice({ faults, viewer, title, otherwise }: Props) {
  const t = importTexts(viewer.locale)
  const texts = refusalTexts(faults, viewer)
  return (
    <Notice tone="bad" title={title ?? t.refused} hasFocus>
      {(texts.length > 0 ? texts : [otherwise ?? t.refusedOtherwise]).map((text) => (
        <p>{text}</p>
      ))}
    </Notice>
  )
}
