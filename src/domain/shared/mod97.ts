/** The two check digits (ISO 7064 MOD 97-10) of a text of digits and letters; letters count as 10 to 35. */
export function checkDigits(text: string): string {
  let rest = 0
  for (const character of `${text}00`) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return String(98 - rest).padStart(2, '0')
}
