import { Hono } from 'hono'
import type { Env } from '../env'
import { brandStyles } from '../ui/brand'
import { STYLESHEET, STYLESHEET_VERSION } from '../ui/stylesheet'
import { IMMUTABLE } from './immutable'

const HEADERS = { ...IMMUTABLE, 'Content-Type': 'text/css; charset=utf-8' }

/** Serves the stylesheet of a door, and one with a workspace's colours: the policy of pages allows no inline styles. */
export const stylesheet = new Hono<Env>()
  .get(`/style/${STYLESHEET_VERSION}/:colour{[0-9a-f]{6}\\.css}`, (c) =>
    c.body(brandStyles(`#${c.req.param('colour').slice(0, 6)}`), 200, HEADERS),
  )
  .get(`/style/${STYLESHEET_VERSION}.css`, (c) => c.body(STYLESHEET, 200, HEADERS))

/** The addresses of the stylesheets of a door's page; `colour` is `#rrggbb`. */
export const stylesheetPaths = (door: string, colour: string | null | undefined): string[] => [
  `${door}/style/${STYLESHEET_VERSION}.css`,
  ...(colour ? [`${door}/style/${STYLESHEET_VERSION}/${colour.slice(1)}.css`] : []),
]
