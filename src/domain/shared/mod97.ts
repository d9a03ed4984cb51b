const [ZERO, NINE, A] = [48, 57, 65]

/** The two check digits (ISO 7064 MOD 97-10) of a text of digits and capitals; A to Z count as 10 to 35. */
export function checkDigits(text: string): string {
  let rest = 0
  const digits = `${text}00`
  for (let at = 0; at < digits.length; at++) {
    const code = digits.charCodeAt(at)
    rest = (code <= NINE ? rest * 10 + code - ZERO : rest * 100 + code - A + 10) % 97
  }
  return String(98 - rest).padStart(2, '0')
}
