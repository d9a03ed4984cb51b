import { permits } from '../../domain/access/authorize'
import type { Profile } from '../../domain/pages/profile'
import { ButtonLink } from '../../ui/button'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { resignationTexts } from './texts'

/** Says on the page of a member that it has resigned, and leads to the resignation; nothing if it has not. */
export function ResignationNotice({ profile, viewer }: { profile: Profile; viewer: Viewer }) {
  const { resignation, person } = profile
  if (!resignation) return null
  const { onPerson: t } = resignationTexts(viewer.locale)
  const { state, withdrawal_asked_at } = resignation
  const waits = state === 'confirmed' || withdrawal_asked_at !== null
  const see = permits(viewer.staff, 'members:write') && (
    <ButtonLink
      kind="second"
      href={personPathIn(viewer.staff.workspace, 'members', person.id, '/resignation')}
    >
      {t.see}
    </ButtonLink>
  )
  const text = withdrawal_asked_at ? t.asked : t[state as Exclude<typeof state, 'withdrawn'>]
  return (
    <Notice tone={waits ? 'warn' : 'info'} isQuiet action={see}>
      {text}
    </Notice>
  )
}
