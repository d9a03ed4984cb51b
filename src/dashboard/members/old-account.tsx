import type { Profile } from '../../domain/pages/profile'
import { maskIban } from '../../domain/persons/mask'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { debitsPath } from '../direct-debits/path'
import type { Viewer } from '../layout'
import { personTexts } from './person-texts'

/** Says on the page of a person which debits still take an account that was replaced; nothing if there are none. */
export function OldAccount({ profile: { fees }, viewer }: { profile: Profile; viewer: Viewer }) {
  const { staff, locale } = viewer
  if (!fees || fees.fromOldAccount.length === 0) return null
  const t = personTexts(locale).oldAccount
  return (
    <Notice tone="info" title={t.title} isQuiet>
      {fees.fromOldAccount.map(({ collectionId, collectionDate, amount, iban }) => (
        <p>
          <a href={debitsPath(viewer, `/${collectionId}`)}>
            {t.debit(
              formatDate(collectionDate, locale),
              formatMoney(amount, staff.workspace.currency, locale),
              maskIban(iban),
            )}
          </a>
        </p>
      ))}
    </Notice>
  )
}
