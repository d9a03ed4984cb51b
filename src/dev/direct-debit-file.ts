/** The texts of elements by their paths, such as `Dbtr/Nm`. */
type Elements = Record<string, string>

/** The elements that a file must have, in this order; each is there exactly once, and no other is. */
const HEAD = `GrpHdr/MsgId GrpHdr/CreDtTm GrpHdr/NbOfTxs GrpHdr/CtrlSum GrpHdr/InitgPty/Nm
  PmtInf/PmtInfId PmtInf/PmtMtd PmtInf/BtchBookg PmtInf/NbOfTxs PmtInf/CtrlSum
  PmtInf/PmtTpInf/SvcLvl/Cd PmtInf/PmtTpInf/LclInstrm/Cd PmtInf/PmtTpInf/SeqTp PmtInf/ReqdColltnDt
  PmtInf/Cdtr/Nm PmtInf/CdtrAcct/Id/IBAN PmtInf/CdtrAgt/FinInstnId/Othr/Id PmtInf/ChrgBr
  PmtInf/CdtrSchmeId/Id/PrvtId/Othr/Id PmtInf/CdtrSchmeId/Id/PrvtId/Othr/SchmeNm/Prtry`.split(/\s+/)
const debitWith = (...amendment: string[]) => [
  ...'PmtId/InstrId PmtId/EndToEndId InstdAmt'.split(' '),
  ...['MndtId', 'DtOfSgntr', 'AmdmntInd', ...amendment].map((name) => `DrctDbtTx/MndtRltdInf/${name}`),
  ...'DbtrAgt/FinInstnId/Othr/Id Dbtr/Nm DbtrAcct/Id/IBAN RmtInf/Ustrd'.split(' '),
]
const DEBIT = debitWith()
const AMENDED_DEBIT = debitWith('AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id')

const ROOT = 'Document/CstmrDrctDbtInitn/'
const DEBIT_ROOT = `${ROOT}PmtInf/DrctDbtTxInf/`

/** Reads a pain.008 file. Throws unless its elements are those of a collection, each in its place. */
export function readDirectDebits(xml: string): { head: Elements; debits: Elements[] } {
  const leaves = leavesOf(xml)
  const head = leaves.filter(([path]) => !path.startsWith(DEBIT_ROOT))
  const debits: [string, string][][] = []
  for (const [path, text] of leaves.filter(([path]) => path.startsWith(DEBIT_ROOT))) {
    if (path.endsWith('/InstrId')) debits.push([])
    debits.at(-1)?.push([path.slice(DEBIT_ROOT.length), text])
  }
  requireOrder(
    head,
    HEAD.map((path) => `${ROOT}${path}`),
  )
  for (const debit of debits) requireOrder(debit, debit.length === DEBIT.length ? DEBIT : AMENDED_DEBIT)
  return {
    head: Object.fromEntries(head.map(([path, text]) => [path.slice(ROOT.length), text])),
    debits: debits.map((debit) => Object.fromEntries(debit)),
  }
}

function requireOrder(leaves: [string, string][], paths: string[]): void {
  const found = leaves.map(([path]) => path).join('\n')
  if (found !== paths.join('\n')) throw new Error(`Expected\n${paths.join('\n')}\nbut found\n${found}`)
}

/** The path and the text of each element without children. Throws where tags do not match. */
function leavesOf(xml: string): [path: string, text: string][] {
  const leaves: [string, string][] = []
  const open: string[] = []
  let last = ''
  let end = xml.indexOf('?>') + 2
  for (const { 0: token, index, groups = {} } of xml.matchAll(
    /<(?<close>\/?)(?<name>\w+)(?<attributes>[^>]*)>(?<text>[^<]*)/g,
  )) {
    const { close, name = '', attributes, text = '' } = groups
    if (index !== end || attributes?.endsWith('/')) throw new Error(`Unexpected text before ${token}`)
    end = index + token.length
    if (!close) {
      open.push(name)
      last = open.join('/')
      leaves.push([last, decode(text)])
    } else if (open.pop() !== name || text !== '') throw new Error(`Unexpected ${token}`)
  }
  if (open.length > 0 || end !== xml.length) throw new Error('The file ends too early.')
  return leaves.filter(([path], index) => !leaves[index + 1]?.[0].startsWith(`${path}/`))
}

const decode = (text: string): string =>
  text.replace(
    /&(apos|quot|lt|gt|amp);/g,
    (_, name) => ({ apos: "'", quot: '"', lt: '<', gt: '>', amp: '&' })[name as 'amp'],
  )
