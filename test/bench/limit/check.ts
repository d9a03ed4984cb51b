import { type Call, json, query, rowsOf, workspaceOfKey } from './query'

const PERMISSION = 'members:write'
const WORKSPACE = workspaceOfKey(PERMISSION)

const IMPORT = `SELECT settings FROM imports WHERE workspace_id = ${WORKSPACE} AND id = ?2`

const partsSql = (kind: string): string =>
  `import_parts WHERE workspace_id = ${WORKSPACE} AND import_id = ?2 AND kind = '${kind}'`

const ROWS = `SELECT content FROM ${partsSql('rows')} ORDER BY part`

const KNOWN = `
  SELECT membership_number AS number FROM (
    SELECT DISTINCT key.value ->> 2 AS named
    FROM (SELECT content FROM ${partsSql('keys')}) CROSS JOIN json_each(content) AS key)
  CROSS JOIN persons INDEXED BY persons_by_membership_number
  WHERE persons.workspace_id = ${WORKSPACE} AND list_id = 'members' AND membership_number IS NOT NULL
    AND membership_number = named`

/** How many persons an import would add, of a file whose persons all have numbers and none twice. */
export async function check(call: Call, id: string): Promise<Response> {
  const { results } = await query(call, PERMISSION, [IMPORT, id], [ROWS, id], [KNOWN, id])
  const [found] = rowsOf<{ settings: string }>(results[0])
  const mapping: Record<string, string> = JSON.parse(found?.settings ?? '{}').mapping ?? {}
  const column = Number(Object.keys(mapping).find((key) => mapping[key] === 'membership_number'))
  const rows = await unpacked(rowsOf<{ content: string }>(results[1]))
  const numbers = new Set(rows.map(([, cells]) => cells[column]))
  for (const { number } of rowsOf<{ number: string }>(results[2])) numbers.delete(number)
  return json(JSON.stringify({ data: { rows: rows.length, counts: { created: numbers.size } } }))
}

type Row = [row: number, cells: string[]]

async function unpacked(parts: { content: string }[]): Promise<Row[]> {
  const packed = new Blob(parts.map(({ content }) => Buffer.from(content, 'base64')))
  const text = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
