import type { PropsWithChildren } from 'hono/jsx'
import { permits } from '../../domain/access/authorize'
import { readStatements } from '../../domain/bank/camt/read'
import type { Issues } from '../../domain/shared/errors'
import { Card } from '../../ui/card'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { AccountForm, type AccountValues } from './account-form'
import { bankPath } from './paths'
import { bankTexts } from './texts'

type Props = PropsWithChildren<{ issues: Issues; file: Uint8Array; viewer: Viewer }>

/** What is wrong with a file and what to do; for a missing account, the form that adds it in place of the upload (the children). */
export function ImportIssues({ issues, file, viewer, children }: Props) {
  const { locale, staff } = viewer
  const t = bankTexts(locale).importPage
  const missing = missingIn(issues)
  const values = missing && permits(staff, 'bookkeeping:write') && accountIn(file, missing)
  return (
    <>
      <Notice tone="bad" title={t.refused}>
        {Object.entries(issues).map(([path, [message = '']]) => (
          <p>{textOf(path, message, locale)}</p>
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

const ENDS_IN = /ends in (\w{4})/

/** The end of the IBAN of an account that the workspace does not have. */
function missingIn(issues: Issues): string | undefined {
  const message = Object.values(issues)
    .flat()
    .find((text) => text.includes('does not have'))
  return ENDS_IN.exec(message ?? '')?.[1]
}

/** What a file says of an account: its IBAN, and the balance with which its first statement begins. */
function accountIn(file: Uint8Array, end: string): AccountValues | undefined {
  const statements = readStatements(file).statements.filter(({ iban }) => iban.endsWith(end))
  const [first] = statements.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))
  if (!first) return undefined
  const { iban, from, opening } = first
  return { name: '', iban, opening_on: from ?? '', opening_amount: ((opening ?? 0) / 100).toFixed(2) }
}

// The domain's messages are for callers of the API; pages say it in the language of the viewer.
function textOf(path: string, message: string, locale: Locale): string {
  const t = bankTexts(locale).importPage
  const [, end] = ENDS_IN.exec(message) ?? []
  if (end) return message.includes('archived') ? t.restoreFirst(end) : t.addFirst(end)
  const place = placeOf(path, locale)
  const field = path.split('.').at(-1) ?? ''
  const text = reasonOf(field, message, locale)
  return place ? `${place}: ${text}` : text
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

function reasonOf(field: string, message: string, locale: Locale): string {
  const t = bankTexts(locale).importPage
  if (/must contain a statement|DOCTYPE|no bank statement|must contain an XML|camt/i.test(message))
    return t.notCamt
  if (/damaged or encrypted|two files of one name/.test(message)) return t.damaged
  if (/most \d+ files|unpack to|in parts|deeper|more details/.test(message)) return t.tooLarge
  if (/well-formed|encoding/.test(message)) return t.broken
  if (/plus the booked entries/.test(message)) return t.sum
  if (/account with an IBAN/.test(message)) return t.noIban
  if (/amount|decimals|currency/.test(`${field} ${message}`)) return t.amount
  if (/_on$|date/.test(`${field} ${message}`)) return t.date
  return t.other
}
