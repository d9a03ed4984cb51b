// Plain JavaScript, since npm install runs it under any Node.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (!process.env.CI && existsSync('.git')) spawnSync('git', ['config', 'core.hooksPath', '.githooks'])
