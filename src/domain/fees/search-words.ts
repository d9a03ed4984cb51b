import { type Sql, sql } from '../../db/sql'
import { referenceIn } from './browse-query'
import { hasReferenceSql } from './list'
import { OPEN_AMOUNT } from './open-amount'

/** How many words of a search are looked for. */
const MAX_WORDS = 8

const SEARCHED = sql.raw("lower(fees.person_name || ' ' || fees.description)")

/**
 * The condition that fees meet a search: a reference or its beginning, with or without blanks; otherwise each word is in the
 * name or the description, or is the amount or what is open of it. Undefined for a search without words.
 */
export function matchesFeeSearch(search: string): Sql | undefined {
  const reference = referenceIn(search)
  if (reference?.length === 25) return hasReferenceSql(reference)
  if (reference) return sql`instr(fees.reference, ${reference}) = 1`
  const words = search.split(/[\s;€]+/).filter(Boolean)
  if (words.length === 0) return undefined
  return sql.join(words.slice(0, MAX_WORDS).map(hasWordSql), ' AND ')
}

function hasWordSql(word: string): Sql {
  const cents = centsIn(word)
  const found = spellings(word).map((spelling) => sql`instr(${SEARCHED}, ${spelling}) > 0`)
  if (cents !== undefined) found.push(sql`fees.amount = ${cents}`, sql`${OPEN_AMOUNT} = ${cents}`)
  return sql`(${sql.join(found, ' OR ')})`
}

// SQLite lowers ASCII letters alone, so an umlaut is looked for as a capital as well.
const spellings = (word: string): string[] => {
  const text = word.toLowerCase()
  const raised = text.replaceAll(/[^\0-\x7f]/g, (letter) => letter.toUpperCase())
  return [...new Set([text, `${raised.slice(0, 1)}${text.slice(1)}`, raised])]
}

/** The cents of an amount such as `48`, `48,00` or `1.234,56`; undefined for other words. */
export function centsIn(word: string): number | undefined {
  const [, euros = '', cents = '00'] = /^(\d{1,9}|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d\d))?$/.exec(word) ?? []
  const value = euros.replaceAll(/\D/g, '')
  return value === '' ? undefined : Number(`${value}${cents}`)
}
