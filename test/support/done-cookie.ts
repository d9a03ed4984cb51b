export const DONE_COOKIE = '__Host-done'

/** The value of the cookie that tells the page of an address what was done. */
export function cookieFor(address: string, told: string): string {
  const [word, query] = told.split('?')
  const { batch, about, days, ...counts } = Object.fromEntries(new URLSearchParams(query))
  const entries = Object.entries(counts).map(([name, count]) => [name, Number(count)])
  const numbers = entries.length > 0 ? Object.fromEntries(entries) : undefined
  const path = new URL(address, 'https://x').pathname
  return encodeURIComponent(JSON.stringify({ path, word, batch, about, numbers, days: days?.split(',') }))
}
