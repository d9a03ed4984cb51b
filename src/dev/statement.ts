/** A booking of a bank. `amount` is signed, in cents. */
export type Booking = {
  date: string
  amount: number
  name: string
  /** The account of the other side. */
  iban?: string
  text: string
  /** The message that a credit of direct debits answers. */
  messageId?: string
  /** The direct debit that comes back, with its amount and the charge of the bank in cents. */
  returned?: { reference: string; amount: number; charge: number; code: string }
}

/** The bank's statement of an account as camt.053.001.08, in XML. */
export function statementXml(iban: string, opening: number, bookings: Booking[]): string {
  const closing = bookings.reduce((sum, { amount }) => sum + amount, opening)
  const [first, last] = [bookings[0]?.date, bookings.at(-1)?.date]
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>${last}T20:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>${last}T20:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', opening, first)}${balance('CLBD', closing, last)}
${bookings.map(entry).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

const euros = (cents: number): string => `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt>`
const sign = (cents: number): string => `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const balance = (type: string, cents: number, date = ''): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${euros(cents)}${sign(cents)}<Dt><Dt>${date}</Dt></Dt></Bal>`

const entry = ({ date, amount, name, iban, text, messageId, returned }: Booking): string => `<Ntry>
${euros(amount)}${sign(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt>
<BkTxCd><Prtry><Cd>${returned ? 'NRTI+109+931' : 'NTRF+166'}</Cd><Issr>DK</Issr></Prtry></BkTxCd>
<NtryDtls>${messageId ? `<Btch><MsgId>${messageId}</MsgId></Btch>` : ''}<TxDtls>
${returned ? `<Refs><EndToEndId>${returned.reference}</EndToEndId></Refs><AmtDtls><InstdAmt>${euros(returned.amount)}</InstdAmt></AmtDtls><Chrgs><Rcrd>${euros(returned.charge)}</Rcrd></Chrgs>` : ''}
<RltdPties><${party(amount, returned)}><Pty><Nm>${name}</Nm></Pty></${party(amount, returned)}>${iban ? `<${party(amount, returned)}Acct><Id><IBAN>${iban}</IBAN></Id></${party(amount, returned)}Acct>` : ''}</RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf>${returned ? `<RtrInf><Rsn><Cd>${returned.code}</Cd></Rsn></RtrInf>` : ''}
</TxDtls></NtryDtls></Ntry>`

/** Who is on the other side: the debtor of a credit and of a debit that comes back, the creditor of other debits. */
const party = (amount: number, returned: object | undefined): string =>
  amount > 0 || returned ? 'Dbtr' : 'Cdtr'
