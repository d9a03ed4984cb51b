import { Hono } from 'hono'
import type { Env } from '../env'
import { SERVICE_COLOUR } from '../ui/brand'

/** Three persons in a square, in the colours of the service. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="${SERVICE_COLOUR}"/>
<g fill="#fff"><g opacity=".7"><circle cx="8.5" cy="13" r="3"/><path d="M3 24.5a5.5 5.5 0 0 1 11 0z"/><circle cx="23.5" cy="13" r="3"/><path d="M18 24.5a5.5 5.5 0 0 1 11 0z"/></g>
<g stroke="${SERVICE_COLOUR}" stroke-width="1.5"><circle cx="16" cy="11.5" r="4.5"/><path d="M8 27a8 8 0 0 1 16 0z"/></g></g>
</svg>`

/** The same without round corners, which phones cut themselves: 180 pixels wide, since iOS takes no SVG. In base64. */
const TOUCH_ICON =
  'iVBORw0KGgoAAAANSUhEUgAAALQAAAC0BAMAAADP4xsBAAAAMFBMVEUvXWI9aGxLc3dZfYFmiIx0k5aCnqGQqaues7asvsC6ycvI1NXV3+Dj6erx9PX////WdQ+rAAAEK0lEQVR42u2Zz2sTQRTHJ0nTHylKwEO1ggREKp6qKPgDakFvhbpWpEIP1qP0YCsI2gpWpUj10KqgpYE2/raNoKK1JnOoN8FL/Q+i1ktPHrRaTePIZneTnR+bmR236OF9b7t58+nMm7cz770iBAKBQCAQCAQCgUAgEAgE8lJo8474qoAj5wkh5G1z8OSqHClqpTVocniO2MonAka3k5I+B0uuJi51B4q+4Eb/CHQPCaUgd7KFRn8KEJ2j0SurtInBbuQmFv3+rz6RY+PTYx32wykWvWT/sGV4emrI5ycUSWJTN62nORb9y3q/p2iU8XWshAawpb7iE0smv4tWDbbRrJ/zcIM9CGfMUVEOTQzzLyYdq+s+HJ12BuEbCKFaHj2IENpWMsok/E8a4wxCqI5HjyKEkmUr9Wlfo9ExHp2i0a9VyVFMD6rn0c/oCWBDEd2I/c4ajyqi21xjsmJfm9uYdpm99O9qjBFCNTy6FyGEsW9nh9zTwXHutLZP7JDbKqv21UTcY7AZsjzaDH7KTO1jr6LGtIrOkLzQzF/sYdwrOvm+m98oZWZooFOi8/ojE6KqaHqlL0Qh0s2EqKpD6G2cFdyNBfPdgMY20sFXDCvmRl8QW/n9ZIpejPJ5CL0jqudTF79BfPZEo2c0jid7qVH2imEcckfjUHXm00J7ml2boXEV4EF7b0cc8rK9Y7UarqYvMGfrwxMWedF5EdK6wFzX7t1yTHaZ5JlylJWv3WxCN1nwqMC0kgUU6ren01fJqsFe3CNfJV+4X05GqCntn2xmiuemzkhdGO4cv90BtToIBAL9Q+06O54dOyPJ5CKdw+mpK0f83QNX7QtsKF6p+WBfYI8Pq5O3ujIMz5sm7MpWLqmSm9x50UPXD+u2ux563NnbaTVyA5XNXXQmefJJjpDCu1vOMtZTmeEJpcydIj+w3+6eL/W0LgumjbMquftewYjIhDtTXWwWzOG+QiVDDbDyovBTpj+UYFNDjLPyamYfV8ig8CRbJv202FQ5Iy3Tw2m2aEShSb7atTLhGmrasoSoka9Q2olAC3zVI0sqk1wZUU2EMjhvZ3zUGtYSR8ToZd59hro/7plvNhIPPec2vXKt1MPNYt4LvcKt8pVyoVuMvHriqRQbfxVL3hq2p+Dl6ZK3G7lYVXG1Ie550kESVXV2GxtL+yuhi7Gt2jcbYOxCXyqhC3FmNrMV0GmmKxgjFWXuRh3TFFRpsjTL/EHIV9EYtWaqd1CXG2eKrdVqxtVVRKJWxtndSmFtBtIaGfoNE7DegV3HNCuOy9BLTPNi0BMdY9w2L0PnmQ3y7jVHj5YVF/1ng5Np5Rqk3MyJytGGZkoZk6NTmui1cvQHTfQhOfqbJnpEjl7WRM/J0XlN9Lwcrfv/0pwcXdBE7zwo1QGo+kAgEAgEAoFAIBDoP9AfJv54OySOzCkAAAAASUVORK5CYII='

const A_DAY = { 'Cache-Control': 'public, max-age=86400' }

/** The icons of all pages: that of tabs, and that of home screens, which browsers also ask for without a link. */
export const favicon = new Hono<Env>()
  .get('/favicon.svg', (c) => c.body(ICON, 200, { 'Content-Type': 'image/svg+xml', ...A_DAY }))
  .get('/apple-touch-icon.png', (c) =>
    c.body(Buffer.from(TOUCH_ICON, 'base64'), 200, { 'Content-Type': 'image/png', ...A_DAY }),
  )
