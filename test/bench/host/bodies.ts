import { lineOf } from './seed-money.ts'

/** A new member, with most fields set. */
export const newMember = (n: number) => ({
  external_id: `new-seq${n}x`,
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
  birthdate: '1985-12-10',
  phone_numbers: [{ label: 'mobile', number: '+49 151 1815' }],
  address: { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' },
  membership_number: `seq${n}x`,
  join_date: '2026-02-01',
  shirt: 'M',
  trainer: true,
  teams: ['A'],
  locker: 12,
})

/** New values of three fields: one fixed field of each kind, and a custom one. */
export const threeFields = (n: number) => ({
  name: { last_name: `seq${n}x` },
  birthdate: `19${60 + (n % 40)}-05-${10 + (Math.floor(n / 1000) % 19)}`,
  instrument: `seq${n}x`,
})

/** 500 persons as a caller's own system sends them. Those without a new last name are as stored. */
export const fiveHundredPersons = (first: number, newLastName: (index: number) => string | undefined) => ({
  data: Array.from({ length: 500 }, (_, index) => {
    const n = first + index
    return {
      external_id: `crm-${n}`,
      name: { first_name: `First${n}`, last_name: newLastName(index) ?? `Last${n}` },
      email: `family${Math.floor(n / 3)}@example.org`,
      birthdate: `19${(n % 90) + 10}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`,
      address: { street: `Uferweg ${n % 200}`, postcode: '10115', city: 'Berlin', country_code: 'DE' },
      membership_number: `m${n}`,
      shirt: 'M',
      trainer: true,
    }
  }),
})

const two = (n: number): string => String(n).padStart(2, '0')

/** 500 fees, a tenth of them with an expense. */
export const fiveHundredFees = () => ({
  data: Array.from({ length: 500 }, (_, index) => ({
    amount: 4500,
    description: 'Annual fee 2026',
    person_external_id: `crm-${30_000 + index}`,
    ...(index % 10 === 0 && {
      attached_expense: { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'ideal' },
    }),
  })),
})

/** A statement (camt.053) of so many lines, whose end-to-end ids hold a number that tells statements apart. */
export function statementOf(iban: string, lines: number, n: number): string {
  const found = templates.get(lines) ?? template(iban, lines)
  templates.set(lines, found)
  return found.join(`seq${n}x`)
}

const templates = new Map<number, string[]>()

function template(iban: string, count: number): string[] {
  const lines = Array.from({ length: count }, (_, index) => ({ n: index + 1, ...lineOf(index + 1) }))
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>NEW</MsgId><CreDtTm>2026-03-31T08:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>NEW</Id><FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', 0, '2026-03-01')}${balance('CLBD', sum, '2026-03-31')}${lines.map(entry).join('')}
</Stmt></BkToCstmrStmt></Document>`.split('NEW')
}

const balance = (code: string, cents: number, date: string): string => `
<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(cents)}<Dt><Dt>${date}</Dt></Dt></Bal>`

const money = (cents: number): string =>
  `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

function entry({ n, amount, party, iban, text }: ReturnType<typeof lineOf> & { n: number }): string {
  const date = `2026-03-${two((n % 28) + 1)}`
  const [role, account] = [amount < 0 ? 'Cdtr' : 'Dbtr', iban && `<IBAN>${iban}</IBAN>`]
  return `
<Ntry>${money(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
<AcctSvcrRef>B-${n}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF+166+00931</Cd><Issr>DK</Issr></Prtry></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>NEW-${n}</EndToEndId></Refs>
<RltdPties><${role}><Pty><Nm>${party}</Nm></Pty></${role}>${account ? `<${role}Acct><Id>${account}</Id></${role}Acct>` : ''}</RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}
