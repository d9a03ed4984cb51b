import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Each rehearsal is a file that fails, by an error, if what it rehearses does not hold. */
const FOLDER = join(import.meta.dirname, 'rehearsals')
const rehearsals = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''))

// Options of a rehearsal follow the names.
const words = process.argv.slice(2)
const options = words.findIndex((word) => word.startsWith('-'))
const names = words.slice(0, options < 0 ? words.length : options)
if (names.length === 0 || !names.every((name) => rehearsals.includes(name))) {
  console.error(`Usage: npm run rehearse -- ${rehearsals.join(' | ')}`)
  process.exit(1)
}
for (const name of names) {
  console.log(`\nRehearsing ${name}`)
  await import(join(FOLDER, `${name}.ts`))
}
