/** What a name or a text may have at most, in characters. */
export const MAX_NAME = 70
export const MAX_TEXT = 140
const MAX_ID = 35

const UNSUPPORTED = /[^A-Za-z0-9/\-?:().,'+ ]/gu
const MARKS = /[\p{M}\p{Cf}]/gu

// Letters that Unicode does not decompose into a Latin one, and the umlauts.
const LETTERS = `
  ä=ae ö=oe ü=ue ß=ss æ=ae œ=oe ø=oe þ=th ð=d đ=d ħ=h ł=l ı=i ŋ=n ŧ=t ə=e
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
  а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch
  ъ= ы=y ь= э=e ю=yu я=ya є=ye і=i ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz`
const SIGNS = `
  &=+ @=(at) _=- ‐=- ‑=- –=- —=- −=- ’=' ‘=' ‚=' ʼ=' "=' “=' ”=' „=' «=' »=' ‹=' ›=' \`=' ´='
  [=( {=( ]=) }=) ;=, \\=/ |=/ ⁄=/ €=EUR`

const LATIN = new Map(
  `${LETTERS}${SIGNS}`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** A text in the characters that every bank supports, in one line, cut to a length. May be empty. */
export function sepaText(text: string, maxLength: number = MAX_TEXT): string {
  const latin = text.normalize('NFC').replace(UNSUPPORTED, transliterate)
  return latin.replace(/ +/g, ' ').trim().slice(0, maxLength).trimEnd()
}

/** A name in the characters that every bank supports; the fallback, which is supported, where nothing of it is. */
export const sepaName = (name: string, fallback = 'NOTPROVIDED'): string =>
  sepaText(name, MAX_NAME) || fallback

/**
 * An id in the characters that ids may have, cut to 35. May be empty, and differs from the text where that is no id, so
 * that different texts may become the same id; see {@link isSepaId}.
 */
export function sepaId(text: string): string {
  const id = sepaText(text).replaceAll(' ', '-').replace(/\/+/g, '/').replace(/^\//, '')
  return id.slice(0, MAX_ID).replace(/\/$/, '')
}

/** Whether banks accept a text as an id: 1 to 35 characters, no blanks, no slash at an end or next to another one. */
export const isSepaId = (text: string): boolean => SEPA_ID.test(text)

const SEPA_ID = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+]{1,35}(?<!\/)$/

function transliterate(character: string): string {
  return (
    toLatin(character) ??
    character
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(UNSUPPORTED, (part) => toLatin(part) ?? ' ')
  )
}

function toLatin(character: string): string | undefined {
  const lower = character.toLowerCase()
  const latin = LATIN.get(lower)
  return lower === character ? latin : latin?.replace(/^./, (first) => first.toUpperCase())
}
