import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { FakeAccount } from './fake-account.ts'

// Stands in for the program of wrangler: answers one call from the account in the file that FAKE_ACCOUNT names.
const file = process.env.FAKE_ACCOUNT ?? ''
const account = new FakeAccount()
if (existsSync(file)) Object.assign(account, JSON.parse(readFileSync(file, 'utf8')))
const { code, stdout, stderr } = await account.run(process.argv.slice(2), await text(process.stdin))
writeFileSync(file, JSON.stringify({ calls: account.calls, state: account.state }))
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code ?? 1
