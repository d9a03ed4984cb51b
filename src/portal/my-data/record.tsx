import { Hono } from 'hono'
import { columnKey } from '../../domain/custom-columns/column'
import { type MyRecord, recordDownload, viewMyRecord } from '../../domain/pages/my-record'
import type { PortalSession } from '../../domain/portal/sessions'
import type { Env } from '../../env'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { displayName } from '../../ui/person-fields/display-name'
import { signedInMember } from '../session'
import { recordTexts } from '../texts/record'
import { RecordPage } from './record-page'

const PATH = '/persons/:person_id/record'

/**
 * What the association keeps of a member: a page to print, and a file (GDPR, Art. 15 and 20). Only the file is an
 * event, not the page.
 */
export const myRecord = new Hono<Env>()
  .get(PATH, async (c) => {
    const read = await viewMyRecord(signedInMember(c))
    return c.html(<RecordPage {...read} locale={memberLocaleFor(c.req, read.session.workspace)} />)
  })

  .post(PATH, async (c) => {
    const member = signedInMember(c)
    const { session, record } = await viewMyRecord(member)
    await recordDownload(member)
    const { file } = recordTexts(memberLocaleFor(c.req, session.workspace))
    const name = fileName([file, displayName(record.person), session.context.today])
    return c.body(`${JSON.stringify(fileOf(session, record, member.now), null, 2)}\n`, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.json"`,
      'Cache-Control': 'no-store',
    })
  })

/** The content of the file: persons, fees and payments as the API gives them. */
const fileOf = ({ person }: PortalSession, { fields, ...record }: MyRecord, now: Date) => ({
  association: person.workspaceName,
  created_at: now.toISOString(),
  custom_columns: Object.fromEntries(
    fields.flatMap(({ column }) => (column ? [[columnKey(column), column.name]] : [])),
  ),
  ...record,
})

/** Words as the name of a file, in letters that every system can store. */
const fileName = (words: string[]): string =>
  words
    .join('-')
    .replaceAll(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`)
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]+/g, (other) => (/\p{M}/u.test(other) ? '' : '-'))
    .replaceAll(/^-+|-+$/g, '')
