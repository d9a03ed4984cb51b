import { spawn } from 'node:child_process'

// Runs Node with the given arguments, and ends it when the process that writes to stdin ends: a killed process cannot
// end its children itself.
const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] })
const end = () => child.kill()
child.on('exit', (code) => process.exit(code ?? 1))
process.stdin.on('end', end).on('error', end).resume()
// A terminal sends Ctrl-C here too: this process waits for its child.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
