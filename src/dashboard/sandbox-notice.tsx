import { permits } from '../domain/access/authorize'
import type { StaffCredential } from '../domain/staff/principal'
import type { Locale } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { pathIn } from './paths'

/** Says on every page of a sandbox what it is, and leads to the mails that it keeps; nothing in another workspace. */
export function SandboxNotice({ staff, locale }: { staff: StaffCredential; locale: Locale }) {
  const { workspace } = staff
  if (!workspace.isSandbox) return null
  const t = texts(locale)
  return (
    <Notice tone="warn" isQuiet>
      <p>
        {t.lead}{' '}
        {permits(staff, 'mails:read') && <a href={pathIn(workspace, '/mails/sandbox')}>{t.toMails}</a>}
      </p>
    </Notice>
  )
}

const de = {
  lead: 'Testumgebung: Jede Nacht wird alles gelöscht, und E-Mails gehen nicht hinaus.',
  toMails: 'Nicht gesendete E-Mails ansehen',
}

const en: typeof de = {
  lead: 'Sandbox: everything is deleted every night, and emails are not sent.',
  toMails: 'See the emails that were not sent',
}

const texts = ({ language }: Locale) => (language === 'de' ? de : en)
