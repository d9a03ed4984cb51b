import { Hono } from 'hono'
import type { Env } from '../env'
import { ENHANCE, ENHANCE_VERSION } from '../ui/enhance'
import { IMMUTABLE } from './immutable'

/** Serves the script of a door. */
export const enhance = new Hono<Env>().get(`/enhance/${ENHANCE_VERSION}.js`, (c) =>
  c.body(ENHANCE, 200, { ...IMMUTABLE, 'Content-Type': 'text/javascript; charset=utf-8' }),
)

/** The address of the script of a door's page. */
export const enhancePath = (door: string): string => `${door}/enhance/${ENHANCE_VERSION}.js`
