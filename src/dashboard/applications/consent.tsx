import type { Consent } from '../../domain/persons/consent'
import { formatDay } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { applicationTexts } from './texts'

/** When an applicant agreed to the statutes, with a link to them. */
export function ConsentText({ consent, viewer }: { consent: Consent; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale)
  return (
    <>
      {t.agreedOn(formatDay(consent.agreedAt, staff.workspace.timezone, locale))} ·{' '}
      <a href={consent.statutesUrl} rel="noreferrer">
        {t.statutes}
      </a>
    </>
  )
}
