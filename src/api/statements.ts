import { Hono } from 'hono'
import { viewStatementFile } from '../domain/bank/statements/file'
import { importStatements, statementImport } from '../domain/bank/statements/import'
import { listStatements, statementsQuery } from '../domain/bank/statements/list'
import { type BankStatement, bankStatement } from '../domain/bank/statements/statement'
import { undoImport } from '../domain/bank/statements/undo-import'
import type { Env } from '../env'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { dataOf, pageOf, pageWithETag } from '../http/response'
import { withPermission } from './access'

const ACCOUNT_ID = {
  name: 'account_id',
  description: 'The `id` of the account',
  example: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const STATEMENT_ID = {
  name: 'statement_id',
  description: 'The `id` of the statement',
  example: 'stm_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Id>2026-2</Id><Acct><Id><IBAN>DE75512108001245126199</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">45.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-02-03</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>Annual fee</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`

export const statements = new Hono<Env>()
  .post(
    '/accounts/:account_id/statements',
    ...endpoint({
      id: 'importStatements',
      tag: 'Bank',
      summary: 'Import bank statements',
      description:
        'A file of camt.053 or camt.052 in any version, or a ZIP of such files. Sent again, in another format or overlapping another file, it adds no line twice. Statements of other accounts of the workspace go to these. ' +
        'It is stored whole or not at all, so it has at most 15,000 entries, each payment of a batch counted as one, with 10 MiB of texts.',
      access: withPermission('bank:write', ACCOUNT_ID),
      upload: { types: ['application/xml', 'application/zip'], example: EXAMPLE },
      maxBytes: TEN_MIB,
      answers: [201, dataOf(statementImport), 'What was imported'],
    }),
    async (c) => {
      const [accountId, file] = [c.req.param('account_id'), c.var.bodyBytes]
      return c.json({ data: await importStatements(c.var.principal, { accountId, file }) }, 201)
    },
  )

  .get(
    '/accounts/:account_id/statements',
    ...endpoint({
      id: 'readStatements',
      tag: 'Bank',
      summary: 'Read the statements of an account, page by page',
      description: 'In the order of their import, at most 500 a page. Follow `meta.next_cursor`.',
      access: withPermission('bookkeeping:read', ACCOUNT_ID),
      query: statementsQuery,
      paged: true,
      answers: [200, pageOf(bankStatement), 'A page of statements'],
    }),
    async (c) => {
      const [accountId, query] = [c.req.param('account_id'), c.req.valid('query')]
      const page = await listStatements(c.var.principal, { accountId, query })
      const items = page.statements.map((statement) => JSON.stringify(statement))
      return pageWithETag<BankStatement>(c, { ...page, items })
    },
  )

  .get(
    '/statements/:statement_id/file',
    ...endpoint({
      id: 'readStatementFile',
      tag: 'Bank',
      summary: 'Read the file of a statement',
      description: 'The file that was imported, byte for byte: XML or a ZIP.',
      access: withPermission('bookkeeping:read', STATEMENT_ID),
      file: { type: 'application/octet-stream', example: EXAMPLE },
      answers: [200, undefined, 'The file'],
    }),
    async (c) => {
      const id = c.req.param('statement_id')
      const { bytes, isZip, sha256 } = await viewStatementFile(c.var.principal, { id })
      return c.body(bytes, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${id}.${isZip ? 'zip' : 'xml'}"`,
        'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      })
    },
  )

  .delete(
    '/statements/:statement_id',
    ...endpoint({
      id: 'undoImport',
      tag: 'Bank',
      summary: 'Undo the import of a file',
      description:
        'Deletes the file of the statement, all its statements and the lines that they brought. Refused once one of these ' +
        'lines was confirmed or ignored, even if that was undone, or while a later import knows some of them: undo that one first.',
      access: withPermission('bank:write', STATEMENT_ID),
      answers: [204, undefined, 'The import is undone'],
    }),
    async (c) => {
      await undoImport(c.var.principal, { id: c.req.param('statement_id') })
      return c.body(null, 204)
    },
  )
