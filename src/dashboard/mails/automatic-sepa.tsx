import type { MailRule } from '../../domain/mails/rules/rule'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { automaticTexts } from './texts-automatic'

/** That SEPA asks for the announcement of debits, and whether this mail is it. */
export function SepaNotice({ rule, viewer }: { rule: MailRule; viewer: Viewer }) {
  const { sepa: t } = automaticTexts(viewer.locale)
  return (
    <Notice tone={rule.enabled ? 'info' : 'warn'} title={t.title} isQuiet>
      <p>{t.lead(viewer.staff.workspace.noticeDays)}</p>
      <p>{rule.enabled ? t.on : t.off}</p>
      {rule.offset_days > 0 && <p>{t.late}</p>}
    </Notice>
  )
}
