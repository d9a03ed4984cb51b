import { describe, expect, it } from 'vitest'

const FILES = import.meta.glob<string>(
  [
    '../../src/{ui,dashboard,portal,mail,domain}/**/*text*.ts',
    '../../src/portal/texts/*.ts',
    '../../src/ui/i18n/*.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** The words that a language does not use, as the table in src/ui/i18n/README.md has them, and what to write instead. */
const FORBIDDEN = {
  de: [
    [/(?<!E-)(?<![A-Za-zäöü])Mails?\b/, 'E-Mail'],
    [/\bStand\b(?! \$?\{)/, 'Status, or Saldo of an account; Stand is followed by a day'],
    [
      /[Zz]urück(zu)?nehmen|[Zz]urückgenommen|\b[Nn](imm|ehmen Sie)\b.*\bzurück\b/,
      'rückgängig machen or stornieren',
    ],
    [/^Bar$|^bar$/, 'Barzahlung'],
    [/Antr(ag|äge)\b.*\bbestätigt\b/, 'aufgenommen'],
    [/\bForderung|\bRechnung/, 'Beitrag'],
    [/\bRückgabe/, 'Rücklastschrift'],
    [/\bWorkspace/, 'Verein'],
  ],
  en: [
    [/(?<![\w{$-])[Mm]ails?\b(?! merge)/, 'email'],
    [/^State$/, 'Status'],
    [/\b(take|took|taken|takes)\b[^.]{0,40} back\b/i, 'undo or reverse'],
    [/confirmed (the )?applications?\b|applications? (is|are) confirmed/i, 'admitted'],
    [/\binvoice/i, 'fee'],
    [/\bworkspace/i, 'association'],
  ],
} as const

type Text = { language: keyof typeof FORBIDDEN; file: string; text: string }

/** The texts between quotes of a file that has its German texts first and its English ones from `const en` on. */
function textsOf([file, source]: [string, string]): Text[] {
  const start = /\/en\.ts$|-en\.ts$/.test(file) ? 0 : source.search(/^(export )?const en\b/m)
  const cut = start < 0 ? source.length : start
  return (['de', 'en'] as const).flatMap((language) => {
    const part = language === 'de' ? source.slice(0, cut) : source.slice(cut)
    const code = part.replaceAll(/^import .*$|^ *(\/\*\*|\*|\/\/).*$/gm, '')
    return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(([, plain, template]) => ({
      language,
      file,
      text: (plain ?? template ?? '').replaceAll(/\{[^}]*\}/g, '{}'),
    }))
  })
}

// A text has a space or begins with a capital; the others are keys, addresses and codes.
const TEXTS = Object.entries(FILES)
  .flatMap(textsOf)
  .filter(({ text }) => / |^\p{Lu}|^bar$/u.test(text))

describe('the words of pages and mails', () => {
  it('are found in both languages', () => {
    for (const language of ['de', 'en'])
      expect(TEXTS.filter((text) => text.language === language).length).toBeGreaterThan(1500)
    expect(new Set(TEXTS.map(({ file }) => file)).size).toBeGreaterThan(70)
  })

  for (const [language, words] of Object.entries(FORBIDDEN))
    for (const [pattern, instead] of words)
      it(`${language}: ${instead}, and not ${pattern.source}`, () => {
        const found = TEXTS.filter((one) => one.language === language && pattern.test(one.text))
        expect(found.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
      })
})
