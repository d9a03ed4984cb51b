import { permits } from '../../domain/access/authorize'
import { ButtonLink } from '../../ui/button'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { listTexts } from './texts'

/** Says that no one is set who collects, and leads to the settings, or names who can set it. */
export function CreditorMissing({ owners, viewer }: { owners: string[]; viewer: Viewer }) {
  const { staff, locale } = viewer
  const t = listTexts(locale).creditorMissing
  const back = encodeURIComponent(pathIn(staff.workspace, '/direct-debits'))
  const maySet = permits(staff, 'creditor:write')
  return (
    <Notice
      tone="warn"
      title={t.title}
      isQuiet
      action={
        maySet && (
          <ButtonLink kind="second" href={pathIn(staff.workspace, `/settings/direct-debit?to=${back}`)}>
            {t.action}
          </ButtonLink>
        )
      }
    >
      <p>{t.lead}</p>
      {!maySet && <p>{t.askOwners(owners.join(', '))}</p>}
    </Notice>
  )
}
