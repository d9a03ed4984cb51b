#!/usr/bin/env node
// `npm start` is `exec node …`, so that a signal to npm reaches the script instead of a shell around it. The command line of
// Windows has no exec, and finds this one.
import { spawn } from 'node:child_process'

const [, , , ...args] = process.argv
spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
