// The first that matches: most browsers also name the ones that they descend from.
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** The browser and the system that a `User-Agent` header names, such as `Firefox, Windows`; empty if it names none. */
export const deviceOf = (userAgent: string): string =>
  [BROWSERS, SYSTEMS]
    .flatMap((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
    .join(', ')
