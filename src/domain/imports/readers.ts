import * as z from 'zod'
import type { ListId } from '../access/lists'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import { valueSchema } from '../custom-columns/value-schema'
import { fieldsOf } from '../person-fields/list-fields'
import { type Delimiter, readCell } from '../persons/csv/cells'
import { readAmount } from './cells/amount'
import { readChoice } from './cells/choice'
import { readCountry } from './cells/country'
import { dateReader } from './cells/date'
import { readEmail } from './cells/email'
import type { Reader } from './cells/grade'
import { readBic, readIban } from './cells/iban'
import { readLeaveReason } from './cells/leave-reason'
import { readLink } from './cells/link'
import { readReference } from './cells/mandate'
import { readName } from './cells/name'
import { readPayer } from './cells/payer'
import { readPayment } from './cells/payment'
import { readPhones } from './cells/phone'
import { readPostcode, readPostcodeAndCity } from './cells/postcode'
import { readSex } from './cells/sex'
import { readKey, readLine, readNumber, readText } from './cells/text'
import { readYesNo } from './cells/yes-no'
import { csvColumnsToWrite, type ParsedTarget } from './targets'

const OF_PATH: Record<string, Reader> = {
  id: readKey,
  external_id: readKey,
  membership_number: readNumber,
  sex: readSex,
  email: readEmail,
  birthdate: dateReader('birth'),
  join_date: dateReader('join'),
  leave_date: dateReader('leave'),
  leave_reason: readLeaveReason,
  phone_numbers: readPhones,
  payment_method: readPayment,
  payer_id: readPayer,
  guardian_id: readPayer,
  name: readName,
  'address.postcode': readPostcode,
  'address.postcode_and_city': readPostcodeAndCity,
  'address.country_code': readCountry,
  'bank_account.iban': readIban,
  'bank_account.bic': readBic,
  'sepa_mandate.reference': readReference,
  'sepa_mandate.signature_date': dateReader('past'),
  'sepa_mandate.last_used_on': dateReader('past'),
}

const anyDate = dateReader('any')

/** What reads the cells of a target. A field that has no reader of its own is read by the type of its CSV. */
export function readerOf(target: ParsedTarget, list: ListId): Reader {
  switch (target.kind) {
    case 'custom':
      return readerOfColumn(target.column)
    case 'value':
      return readYesNo
    case 'new':
      return {
        string: readText,
        choice: readChoice,
        array: readChoice,
        boolean: readYesNo,
        date: anyDate,
        number: readAmount,
      }[target.type]
    case 'ignore':
      return readText
    default: {
      const own = Object.hasOwn(OF_PATH, target.path) ? OF_PATH[target.path] : undefined
      const type = csvColumnsToWrite(list, []).find(({ path }) => path === target.path)?.cellType
      return (
        own ??
        (type === 'date'
          ? anyDate
          : type === 'boolean'
            ? readYesNo
            : type === 'number'
              ? readAmount
              : readLine)
      )
    }
  }
}

function readerOfColumn(column: CustomColumn): Reader {
  switch (column.type) {
    case 'string':
      return column.allowed_values ? readChoice : readText
    case 'array':
      return readChoice
    case 'boolean':
      return readYesNo
    case 'integer':
    case 'number':
      return readAmount
    case 'date':
      return anyDate
    case 'email':
      return readEmail
    case 'url':
      return readLink
  }
}

/** A reader for a column whose header is our own key: what the list's CSV may have is taken as it is. */
export function ownReader(
  path: string,
  list: ListId,
  columns: CustomColumn[],
  { delimiter, reader }: { delimiter: Delimiter; reader: Reader },
): Reader {
  const cellType = csvColumnsToWrite(list, columns).find((column) => column.path === path)?.cellType ?? 'text'
  const schema = schemaOf(path, list, columns)
  return (text, context) => {
    const value = readCell(text, cellType, delimiter)
    const parsed = schema.safeParse(value)
    if (parsed.success) return { grade: 'as_is', value }
    return reader(typeof value === 'string' ? value : text, context)
  }
}

function schemaOf(path: string, list: ListId, columns: CustomColumn[]): z.ZodType {
  const column = columns.find((one) => columnKey(one) === path)
  if (column) return valueSchema(column)
  const [key = '', part] = path.split('.')
  const [, field] = fieldsOf(list).find(([own]) => own === key) ?? []
  if (!field) return z.string()
  return part !== undefined && field.schema instanceof z.ZodObject
    ? (z.object({ [part]: field.schema.shape[part] as z.ZodType }).shape[part] ?? z.string())
    : field.schema
}
