import * as z from 'zod'
import { accounts, SPHERES } from '../../../db/schema'
import { instant } from '../../shared/text'

/** The parameters that read a fiscal year. */
export const yearQuery = z.strictObject({
  format: z.enum(['json', 'csv']).optional().describe('`csv` gives the report as a file'),
})

const flow = {
  in: z
    .int()
    .describe(
      'Cents of income, less what of it was reversed, returned or refunded: lines with the side `in`',
    ),
  out: z.int().describe('Cents of expenses, less what of them was reversed or came back: the side `out`'),
}

const category = z.object({
  costunit_name: z.string().nullable(),
  category_name: z.string().nullable(),
  ...flow,
})

/**
 * The version of the rules of a report that is made now. Those without one were made by the rules of version 1.
 * Stored with each report, so that closed years verify as they were.
 */
export const REPORT_VERSION = 2

/** What a fiscal year came to. Closing it stores this. */
export const report = z.object({
  version: z.int().describe('Of the rules by which it was made: a closed year keeps those of its day'),
  is_nonprofit: z.boolean().describe('Whether the association was non-profit by its settings'),
  year: z.int().describe('The calendar year in which the fiscal year begins'),
  first_on: z.iso.date(),
  last_on: z.iso.date(),
  vouchers: z.int().describe('How many vouchers the year has'),
  last_number: z.int().describe('0 where it has none'),
  accounts: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(accounts.kind.enumValues),
      name: z.string(),
      opening: z.int().describe('Cents when the year, or in it the account, begins'),
      ...flow,
      transferred: z.int().describe('Cents that came from other accounts, less those that went there'),
      closing: z.int(),
      bank: z
        .int()
        .nullable()
        .describe(
          'Cents by the bank when the year was closed; null for cash, without statements, and while it is open',
        ),
    }),
  ),
  spheres: z
    .array(z.object({ sphere: z.enum(SPHERES).nullable(), ...flow, categories: z.array(category) }))
    .describe('By sphere, and in it by cost unit and category'),
  cost_units: z.array(z.object({ costunit_name: z.string().nullable(), ...flow })),
  unassigned: z
    .object({ lines: z.int(), amount: z.int() })
    .describe('Lines without a sphere; unless `is_nonprofit`, those of them that have no cost unit either'),
  difference_reason: z
    .string()
    .nullable()
    .describe(
      'Why the year was closed although bank and book differ; null if they agree, and while it is open',
    ),
  business_income: z
    .object({ amount: z.int(), limit: z.int() })
    .describe('Income of the sphere `business`, and the limit of § 64 (3) AO, up to which it is not taxed'),
})
export type Report = z.infer<typeof report>

/** A fiscal year as the API shows it. */
export const fiscalYear = report
  .extend({
    closed_at: instant.nullable().describe('Null while the year is open'),
    sha256: z
      .string()
      .nullable()
      .describe('Of the vouchers of a closed year and their lines, in their order'),
  })
  .meta({ id: 'FiscalYear' })
export type FiscalYear = z.infer<typeof fiscalYear>

/** Up to which income of the sphere `business` is not taxed (§ 64 (3) AO), in cents, for the years from a date on. */
const BUSINESS_LIMITS = [
  { from: '2026-01-01', cents: 5_000_000 },
  { from: '', cents: 4_500_000 },
]

/** The limit of the income of the sphere `business` for a fiscal year that begins on a date. */
export const businessLimit = (firstOn: string): number =>
  BUSINESS_LIMITS.find(({ from }) => firstOn >= from)?.cents ?? 0
