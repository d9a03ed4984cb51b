import type { PropsWithChildren } from 'hono/jsx'
import { permits } from '../../../domain/access/authorize'
import type { Refusal } from '../../../domain/shared/refusals'
import { Card } from '../../../ui/card'
import type { Locale } from '../../../ui/i18n/locale'
import { Notice } from '../../../ui/notice'
import type { Faults } from '../../attempt'
import type { Viewer } from '../../layout'
import { refusalText } from '../../refusals'
import { AccountForm, type AccountValues } from '../accounts/form'
import { bankPath } from '../paths'
import { bankTexts } from '../texts'

type Props = PropsWithChildren<{ faults: Faults; file: Uint8Array; viewer: Viewer }>

/**
 * What is wrong with a file and what to do; for a missing account, the form that adds it in place of the upload (the
 * children).
 */
export async function ImportIssues({ faults, file, viewer, children }: Props) {
  const { locale, staff } = viewer
  const t = bankTexts(locale).importPage
  const found = Object.entries(faults.refusals).flatMap(([path, refusals]) =>
    refusals.map((refusal) => ({ place: placeOf(path, locale), refusal })),
  )
  const missing = found.map(({ refusal }) => refusal).find(isOfMissingAccount)?.end
  const values = missing && permits(staff, 'bookkeeping:write') && (await accountIn(file, missing))
  return (
    <>
      <Notice tone="bad" title={t.refused}>
        {found.map(({ place, refusal }) => (
          <p>{[!('end' in refusal) && place, refusalText(refusal, viewer)].filter(Boolean).join(': ')}</p>
        ))}
        {!missing && <p>{t.nothingStored}</p>}
      </Notice>
      {values ? (
        <Card title={t.addTitle}>
          <AccountForm
            action={bankPath(viewer, '/accounts/new')}
            hidden={{ to: 'import' }}
            values={values}
            viewer={viewer}
          />
        </Card>
      ) : (
        children
      )}
    </>
  )
}

const isOfMissingAccount = (refusal: Refusal) => refusal.code === 'statement_account_unknown'

/** What a file says of an account: its IBAN, and the balance with which its first statement begins. */
async function accountIn(file: Uint8Array, end: string): Promise<AccountValues | undefined> {
  const { readStatements } = await import('../../../domain/bank/camt/read')
  const statements = readStatements(file).statements.filter(({ iban }) => iban.endsWith(end))
  const [first] = statements.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))
  if (!first) return undefined
  const { iban, from, opening } = first
  return { name: '', iban, opening_on: from ?? '', opening_amount: ((opening ?? 0) / 100).toFixed(2) }
}

const NAMES = { files: 'file', entries: 'entry', statements: 'statement' } as const

/** The place that a path names, counted from 1, such as `Entry 5`. */
function placeOf(path: string, locale: Locale): string {
  const { place } = bankTexts(locale).importPage
  const found = [...path.matchAll(/(files|entries|statements)\.(\d+)/g)]
  return found
    .map(([, kind, index]) => `${place[NAMES[kind as keyof typeof NAMES]]} ${Number(index) + 1}`)
    .join(', ')
}
