import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { isFirefox, openFirefox } from './firefox.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browsers of this machine, with the packages that Debian has them in. */
const ENGINES = {
  chromium: {
    path: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    debian: 'chromium-headless-shell',
    open: openChromium,
  },
  firefox: { path: process.env.FIREFOX ?? '/usr/bin/firefox-esr', debian: 'firefox-esr', open: openFirefox },
}

/** Starts the browser of a run. */
export function openBrowser(): Promise<Browser> {
  const { path, debian, open } = ENGINES[isFirefox ? 'firefox' : 'chromium']
  if (!existsSync(path))
    throw new Error(
      `There is no ${path}. Install it (apt-get install ${debian}), or set CHROMIUM or FIREFOX.`,
    )
  return open(path)
}

function openChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS })
}
