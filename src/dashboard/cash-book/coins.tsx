import { TextField } from '../../ui/form'
import { Fields } from '../../ui/form-layout'
import { formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { parseMoney } from '../../ui/i18n/money'
import { Fold } from '../../ui/timeline'
import { bookTexts } from './texts'

/** The form of a count, as it was typed: an amount, or how many there are of each note and coin. */
export type CountValues = {
  account_id: string
  counted: string
  counted_on: string
  note: string
  coins: Record<number, string>
}

/** The notes and coins of the euro, in cents. */
const COINS = [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]

/** Reads the form of a count. */
export function readCountForm(form: URLSearchParams): CountValues {
  const textOf = (name: string) => form.get(name)?.trim() ?? ''
  return {
    account_id: textOf('account_id'),
    counted: textOf('counted'),
    counted_on: textOf('counted_on'),
    note: textOf('note'),
    coins: Object.fromEntries(COINS.map((coin) => [coin, textOf(`coin.${coin}`)])),
  }
}

/** What was counted, in cents: the amount, otherwise the sum of notes and coins; null where neither is understood. */
export function countedIn({ counted, coins }: CountValues): number | null {
  if (counted !== '') return parseMoney(counted) ?? null
  const typed = Object.entries(coins).filter(([, number]) => number !== '')
  if (typed.length === 0 || typed.some(([, number]) => !/^\d{1,5}$/.test(number))) return null
  return typed.reduce((sum, [coin, number]) => sum + Number(coin) * Number(number), 0)
}

/** Fields for how many there are of each note and coin, which open in place. */
export function CoinFields({ values: { coins }, locale }: { values: CountValues; locale: Locale }) {
  const { counting: t } = bookTexts(locale)
  return (
    <Fold label={t.byCoins}>
      <p class="hint">{t.coinsHint}</p>
      <Fields columns={2}>
        {COINS.map((coin) => (
          <TextField
            name={`coin.${coin}`}
            label={formatMoney(coin, 'EUR', locale)}
            value={coins[coin] ?? ''}
            inputmode="numeric"
            autocomplete="off"
          />
        ))}
      </Fields>
    </Fold>
  )
}
