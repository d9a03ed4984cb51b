import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Env } from '../../env'
import { amounts, dates, instants } from './format'
import { type Tongue, tongueOf } from './texts'

const SERVICE_LOCALE = 'de-DE'

/** The tongue of a browser; where it asks for none that is spoken here, that of the workspace. */
export const tongueFor = (c: Context<Env>, workspace?: { locale: string }): Tongue =>
  tongueOf([...asked(c.req.header('Accept-Language')), workspace?.locale ?? SERVICE_LOCALE])

const asked = (header = ''): string[] =>
  parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type)

/** A date (`YYYY-MM-DD`) as the locale writes it. */
export const writtenDate = (date: string, { locale }: Tongue): string =>
  dates(locale, 'UTC').format(new Date(`${date}T00:00:00Z`))

/** The day of an instant as a workspace's clocks and the locale have it. */
export const writtenDay = (instant: string, timeZone: string, { locale }: Tongue): string =>
  dates(locale, timeZone).format(new Date(instant))

/** An instant to the minute as a workspace's clocks and the locale have it. */
export const writtenInstant = (instant: string, timeZone: string, { locale }: Tongue): string =>
  instants(locale, timeZone).format(new Date(instant))

/** Cents as an amount of money. */
export const writtenMoney = (cents: number, currency: string, { locale }: Tongue): string =>
  amounts(locale, currency).format(cents / 100)
