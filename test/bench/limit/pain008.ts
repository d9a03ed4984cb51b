import { sepaName } from '../../../src/domain/collections/sepa-text'
import type { Item } from './collections'

type Debits = {
  message_id: string
  created_at: string
  collection_date: string
  creditor: { name: string; iban: string; creditor_id: string }
  amount: number
  items: Item[]
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08'

/** The file (pain.008.001.08) of direct debits, the same as the service writes. Names are in the characters of SEPA. */
export function directDebitFile({
  message_id,
  created_at,
  collection_date,
  creditor,
  amount,
  items,
}: Debits): string {
  const name = escaped(sepaName(creditor.name))
  const totals = `<NbOfTxs>${items.length}</NbOfTxs><CtrlSum>${euros(amount)}</CtrlSum>`
  const debits = items.map((item, index) => debit(item, `${message_id}.0.${index}`)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} pain.008.001.08.xsd"><CstmrDrctDbtInitn><GrpHdr><MsgId>${message_id}</MsgId><CreDtTm>${created_at.slice(0, 19)}</CreDtTm>${totals}<InitgPty><Nm>${name}</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>${message_id}.0</PmtInfId><PmtMtd>DD</PmtMtd><BtchBookg>true</BtchBookg>${totals}<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf><ReqdColltnDt>${collection_date}</ReqdColltnDt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${creditor.iban}</IBAN></Id></CdtrAcct><CdtrAgt>${NO_BIC}</CdtrAgt><ChrgBr>SLEV</ChrgBr><CdtrSchmeId><Id><PrvtId><Othr><Id>${creditor.creditor_id}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>${debits}</PmtInf></CstmrDrctDbtInitn></Document>`
}

const NO_BIC = '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>'

const NEW_ACCOUNT =
  '<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>'

function debit(item: Item, id: string): string {
  const amendment = item.has_new_account ? NEW_ACCOUNT : '<AmdmntInd>false</AmdmntInd>'
  return `<DrctDbtTxInf><PmtId><InstrId>${id}</InstrId><EndToEndId>${item.reference}</EndToEndId></PmtId><InstdAmt Ccy="EUR">${euros(item.amount)}</InstdAmt><DrctDbtTx><MndtRltdInf><MndtId>${item.mandate_reference}</MndtId><DtOfSgntr>${item.signed_on}</DtOfSgntr>${amendment}</MndtRltdInf></DrctDbtTx><DbtrAgt>${NO_BIC}</DbtrAgt><Dbtr><Nm>${escaped(sepaName(item.debtor_name))}</Nm></Dbtr><DbtrAcct><Id><IBAN>${item.iban}</IBAN></Id></DbtrAcct><RmtInf><Ustrd>${escaped(item.text)}</Ustrd></RmtInf></DrctDbtTxInf>`
}

const euros = (cents: number): string => (cents / 100).toFixed(2)

// Of what XML escapes, SEPA has the apostrophe alone.
const escaped = (text: string): string => text.replaceAll("'", '&apos;')
