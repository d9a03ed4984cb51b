import { permits } from '../domain/access/authorize'
import type { StaffCredential } from '../domain/staff/principal'
import { endOfCopy, erasableAt } from '../domain/workspaces/leaving/dates'
import { formatDay } from '../ui/i18n/format'
import type { Locale } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { pathIn } from './paths'

/** Says on every page of a workspace that it is suspended or a copy, and until when; nothing in a workspace in use. */
export function SuspendedNotice({ staff, locale }: { staff: StaffCredential; locale: Locale }) {
  const { workspace } = staff
  const { suspendedAt, copyOf, copiedAt, timezone } = workspace
  if (suspendedAt === null) return null
  const t = texts(locale)
  const day = (instant: string) => formatDay(instant, timezone, locale)
  if (copiedAt !== null)
    return (
      <Notice tone="info" title={t.copyTitle(day(copiedAt))} isQuiet>
        <p>{t.copyLead(day(endOfCopy(suspendedAt)))}</p>
        {copyOf !== null && (
          <p>
            <a href={pathIn({ id: copyOf, portalSlug: null })}>{t.toOriginal}</a>
          </p>
        )}
      </Notice>
    )
  return (
    <Notice tone="warn" title={t.title(day(suspendedAt))} isQuiet>
      <p>{t.lead(day(erasableAt(workspace) ?? suspendedAt))}</p>
      {permits(staff, 'settings:write') && (
        <p>
          <a href={pathIn(workspace, '/settings/take-out')}>{t.takeOut}</a>
        </p>
      )}
    </Notice>
  )
}

const de = {
  title: (since: string) => `Dieser Verein ist seit dem ${since} gesperrt`,
  lead: (until: string) =>
    `Du kannst alles ansehen und nichts ändern. Das Mitgliederportal ist geschlossen, und es gehen keine E-Mails hinaus. Ab dem ${until} kann der Verein mit allen Daten gelöscht werden. Wer den Dienst betreibt, kann die Sperre bis dahin aufheben.`,
  takeOut: 'Alles mitnehmen',
  toOriginal: 'Zum Verein selbst',
  copyTitle: (day: string) => `Das ist eine Kopie mit dem Stand vom ${day}`,
  copyLead: (until: string) =>
    `Sieh hier nach, was verloren ging. Ändern lässt sich hier nichts, und was du hier siehst, ist nicht mehr aktuell. Die Kopie wird spätestens am ${until} gelöscht.`,
}

const en: typeof de = {
  title: (since) => `This association has been suspended since ${since}`,
  lead: (until) =>
    `You can look at everything and change nothing. The member portal is closed, and no emails are sent. From ${until} on, the association can be erased with all its data. Until then, the operator of the service can lift the suspension.`,
  takeOut: 'Download all data',
  toOriginal: 'To the association itself',
  copyTitle: (day) => `This is a copy as of ${day}`,
  copyLead: (until) =>
    `Look up here what was lost. Nothing can be changed here, and what you see is out of date. The copy is deleted on ${until} at the latest.`,
}

const texts = ({ language }: Locale) => (language === 'de' ? de : en)
