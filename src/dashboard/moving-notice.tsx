import type { StaffCredential } from '../domain/staff/principal'
import type { Locale } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'

/** Says that the workspace is being moved, so that nobody fills in a form in vain. Empty if it is not. */
export function MovingNotice({ staff, locale }: { staff: StaffCredential; locale: Locale }) {
  if (staff.workspace.movingTo === null) return null
  const t = locale.language === 'de' ? de : en
  return (
    <Notice tone="warn" title={t.title} isQuiet>
      <p>{t.lead}</p>
    </Notice>
  )
}

const de = {
  title: 'Gerade nur zum Ansehen',
  lead: 'Die Daten des Vereins ziehen gerade um. In ein paar Minuten kannst du wieder alles ändern; E-Mails gehen erst dann hinaus.',
}

const en: typeof de = {
  title: 'Read only for a while',
  lead: 'The association’s data is being moved. In a few minutes you can change everything again; emails are sent then.',
}
