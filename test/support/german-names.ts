import { checkDigits } from '../../src/domain/shared/mod97.ts'

const FIRST_NAMES =
  `Anna Bernd Claudia Dieter Elke Frank Greta Hannes Ida Jörg Karin Lars Maria Niklas Olga Peter Renate Stefan
  Tanja Uwe Vera Walter Yvonne Zoe Björn Sören Jürgen Käthe Günter Bärbel Michael Sabine Thomas Ursula Andreas Petra Wolfgang
  Heike Markus Birgit`
    .trim()
    .split(/\s+/)

const LAST_NAMES =
  `Albrecht Bauer Böhm Brandt Busch Dietrich Döring Ebert Engel Fischer Förster Franke Friedrich Fuchs Geiger
  Graf Groß Günther Haas Hahn Hartmann Heinrich Herrmann Hoffmann Horn Huber Jäger Jansen Jung Kaiser Keller Koch Köhler König
  Krämer Kraus Krüger Kuhn Kühn Lang Lehmann Lorenz Ludwig Maier Martin Mayer Möller Müller Neumann Otto Peters Pfeiffer Pohl
  Richter Roth Sauer Schäfer Schmidt Schmitt Schneider Scholz Schreiber Schröder Schubert Schulte Schulz Schumacher Schuster
  Schwarz Seidel Simon Sommer Stein Thomas Vogel Vogt Voigt Wagner Walter Weber Weiß Werner Winkler Winter Wolf Wolff Ziegler
  Zimmermann Lindner Kirchner Hauser Reuter Arnold Berger Beck Bock Brinkmann`
    .trim()
    .split(/\s+/)

/** The name of a person for each number below 3,800, and no other person with it. */
export const nameOf = (number: number): { first_name: string; last_name: string } => ({
  first_name: FIRST_NAMES[number % FIRST_NAMES.length] ?? '',
  last_name: LAST_NAMES[(number * 13) % LAST_NAMES.length] ?? '',
})

/** A valid German IBAN for each number. */
export function germanIban(number: number): string {
  const account = `37040044${String(number).padStart(10, '0')}`
  return `DE${checkDigits(`${account}DE`)}${account}`
}

/** A text as older programs of banks write it: capitals without umlauts. */
export const asBanksWrite = (text: string): string =>
  text.toUpperCase().replaceAll('Ä', 'AE').replaceAll('Ö', 'OE').replaceAll('Ü', 'UE').replaceAll('ß', 'SS')
