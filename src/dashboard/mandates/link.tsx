import { HiddenLabel } from '../../ui/text'
import type { Viewer } from '../layout'
import { mandatePath } from './path'
import { mandateTexts } from './texts'

/** A link to what proves a mandate. */
export function EvidenceLink({ reference, viewer }: { reference: string; viewer: Viewer }) {
  const t = mandateTexts(viewer.locale)
  return (
    <a href={mandatePath(viewer, reference)}>
      {t.link}
      <HiddenLabel> {t.linkOf(reference)}</HiddenLabel>
    </a>
  )
}
