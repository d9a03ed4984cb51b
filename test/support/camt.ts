import { zipSync } from 'fflate'

/** A format and version as its namespace ends. */
export type CamtVersion = `${'053' | '052'}.${'02' | '03' | '04' | '06' | '08'}`

export type CamtParty = { name?: string; iban?: string }

export type CamtDetail = {
  /** Signed cents; left out if the details do not say. */
  amount?: number
  currency?: string
  debtor?: CamtParty
  creditor?: CamtParty
  text?: string[]
  structured?: string
  endToEnd?: string
  mandate?: string
  messageId?: string
  original?: number
  charges?: number[]
  returned?: { code?: string; text?: string }
  code?: string
}

export type CamtEntry = {
  amount: number
  date?: string
  valued?: string
  /** The text of `Amt`, for amounts that are wrong. */
  amountText?: string
  currency?: string
  status?: string | null
  reversal?: boolean
  info?: string
  reference?: string
  code?: string
  family?: [string, string]
  batch?: { messageId?: string; paymentId?: string; count?: number }
  details?: CamtDetail[]
}

export type CamtStatement = {
  iban: string
  id?: string
  currency?: string
  opening?: number | null
  /** The sum of opening balance and booked entries, unless it is given. */
  closing?: number | null
  balanceTypes?: [opening: string, closing: string]
  period?: [string, string]
  page?: [number: number, isLast: boolean]
  entries: CamtEntry[]
}

export type CamtFile = {
  version?: CamtVersion
  prefix?: string
  encoding?: string
  statements: CamtStatement[]
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** The text of a camt file with these statements, as its version writes them. */
export function camtText({
  version = '053.08',
  prefix = '',
  encoding = 'UTF-8',
  statements,
}: CamtFile): string {
  const [format = '053', number = '08'] = version.split('.')
  const writer = new Writer(Number(number))
  const [message, statement] = format === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrAcctRpt', 'Rpt']
  const body = statements.map((given) => writer.statement(statement, given)).join('')
  const text = tag(
    'Document',
    tag(message, tag('GrpHdr', tag('MsgId', 'M1') + tag('CreDtTm', '2026-03-31T08:00:00Z')) + body),
  )
  const namespace = `xmlns${prefix && `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.${format}.001.${number}"`
  const prefixed = prefix ? text.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`) : text
  return `<?xml version="1.0" encoding="${encoding}"?>\n${prefixed.replace('Document>', `Document ${namespace}>`)}`
}

/** {@link camtText} in UTF-8. */
export const camt = (file: CamtFile): Uint8Array => new TextEncoder().encode(camtText(file))

/** A ZIP of files that are named by their number. */
export const zipOf = (...files: Uint8Array[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map((file, index) => [`${String(index + 1).padStart(4, '0')}.xml`, file])))

const tag = (name: string, content: string): string => (content === '' ? '' : `<${name}>${content}</${name}>`)
const text = (name: string, content: string | undefined | null): string =>
  tag(name, escapeText(content ?? ''))
const decimal = (cents: number): string => (Math.abs(cents) / 100).toFixed(2)
const sign = (cents: number): string => text('CdtDbtInd', cents < 0 ? 'DBIT' : 'CRDT')
const amount = (cents: number, currency: string, as = decimal(cents)): string =>
  `<Amt Ccy="${currency}">${as}</Amt>`

class Writer {
  constructor(private readonly version: number) {}

  statement(name: string, statement: CamtStatement): string {
    const { iban, currency = 'EUR', opening = null, entries } = statement
    const [openingType, closingType] = statement.balanceTypes ?? ['OPBD', 'CLBD']
    const booked = entries.filter(({ status }) => status === undefined || status === 'BOOK')
    const sum = booked.reduce((total, entry) => total + entry.amount, opening ?? 0)
    const closing = statement.closing === undefined ? (opening === null ? null : sum) : statement.closing
    const [from, to] = statement.period ?? []
    const [page, isLast] = statement.page ?? []
    return tag(
      name,
      text('Id', statement.id ?? 'S1') +
        (page ? tag(`${name}Pgntn`, text('PgNb', `${page}`) + text('LastPgInd', `${isLast}`)) : '') +
        text('CreDtTm', '2026-03-31T08:00:00+02:00') +
        (from && to
          ? tag('FrToDt', text('FrDtTm', `${from}T00:00:00+01:00`) + text('ToDtTm', `${to}T23:59:59+01:00`))
          : '') +
        tag('Acct', tag('Id', text('IBAN', iban)) + text('Ccy', currency)) +
        (opening === null ? '' : this.balance(openingType, opening, currency, entries[0]?.date)) +
        (closing === null ? '' : this.balance(closingType, closing, currency, entries.at(-1)?.date)) +
        entries.map((entry) => this.entry(entry, currency)).join(''),
    )
  }

  private balance(type: string, cents: number, currency: string, date = '2026-03-31'): string {
    const code = tag('Tp', tag('CdOrPrtry', text('Cd', type)))
    return tag('Bal', code + amount(cents, currency) + sign(cents) + tag('Dt', text('Dt', date)))
  }

  private entry(entry: CamtEntry, accountCurrency: string): string {
    const { status = 'BOOK', date = '2026-03-31', currency = accountCurrency, batch, details = [] } = entry
    return tag(
      'Ntry',
      amount(entry.amount, currency, entry.amountText) +
        sign(entry.amount) +
        (entry.reversal === undefined ? '' : text('RvslInd', `${entry.reversal}`)) +
        (status === null ? '' : this.version < 8 ? text('Sts', status) : tag('Sts', text('Cd', status))) +
        tag('BookgDt', text(date.includes('T') ? 'DtTm' : 'Dt', date)) +
        tag('ValDt', text('Dt', entry.valued)) +
        text('AcctSvcrRef', entry.reference) +
        this.code(entry.code, entry.family) +
        tag(
          'NtryDtls',
          tag(
            'Btch',
            text('MsgId', batch?.messageId) +
              text('PmtInfId', batch?.paymentId) +
              text('NbOfTxs', batch?.count?.toString()),
          ) + details.map((detail) => this.details(detail, currency)).join(''),
        ) +
        text('AddtlNtryInf', entry.info),
    )
  }

  private code(code: string | undefined, [family, subfamily] = ['', '']): string {
    const domain = tag(
      'Domn',
      text('Cd', family && 'PMNT') + tag('Fmly', text('Cd', family) + text('SubFmlyCd', subfamily)),
    )
    return tag('BkTxCd', domain + tag('Prtry', text('Cd', code) + text('Issr', code && 'DK')))
  }

  private details(detail: CamtDetail, entryCurrency: string): string {
    const { currency = entryCurrency, original, returned } = detail
    const own = detail.amount === undefined ? '' : amount(detail.amount, currency)
    const instructed = tag('InstdAmt', original === undefined ? '' : amount(original, currency))
    const isOld = this.version < 3
    return tag(
      'TxDtls',
      tag(
        'Refs',
        text('MsgId', detail.messageId) +
          text('EndToEndId', detail.endToEnd) +
          text('MndtId', detail.mandate),
      ) +
        (isOld || own === '' ? '' : own + sign(detail.amount ?? 0)) +
        tag('AmtDtls', instructed + (isOld ? tag('TxAmt', own) : '')) +
        this.code(detail.code) +
        this.charges(detail.charges ?? [], currency) +
        tag('RltdPties', this.party('Dbtr', detail.debtor) + this.party('Cdtr', detail.creditor)) +
        tag(
          'RmtInf',
          (detail.text ?? []).map((line) => text('Ustrd', line)).join('') +
            tag('Strd', tag('CdtrRefInf', text('Ref', detail.structured))),
        ) +
        tag('RtrInf', tag('Rsn', text('Cd', returned?.code)) + text('AddtlInf', returned?.text)),
    )
  }

  private charges(charges: number[], currency: string): string {
    if (this.version < 4) return charges.map((cents) => tag('Chrgs', amount(cents, currency))).join('')
    return tag(
      'Chrgs',
      charges.map((cents) => tag('Rcrd', amount(cents, currency) + text('CdtDbtInd', 'DBIT'))).join(''),
    )
  }

  private party(role: string, party: CamtParty | undefined): string {
    const name = text('Nm', party?.name)
    return (
      tag(role, this.version < 8 ? name : tag('Pty', name)) +
      tag(`${role}Acct`, tag('Id', text('IBAN', party?.iban)))
    )
  }
}
