import { OWNER, type Route } from './route'

const WEBHOOKS = '/dashboard/:workspace/settings/webhooks'
const ONE = `${WEBHOOKS}/:webhook_endpoint_id`
const ATTEMPT = `${ONE}/attempts/:attempt_id`

const SET_UP = { url: 'https://www.verein.example.org/hooks', area: 'persons' }

const needsProof = 'manage_webhooks'

/** The pages and acts of webhooks. */
export const WEBHOOK_ROUTES: Route[] = [
  { route: `GET ${WEBHOOKS}`, roles: OWNER },
  { route: `GET ${WEBHOOKS}/new`, roles: OWNER, needsProof },
  { route: `POST ${WEBHOOKS}/new`, roles: OWNER, fields: () => SET_UP, needsProof },
  { route: `GET ${ONE}`, roles: OWNER },
  { route: `GET ${ONE}/edit`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/edit`, roles: OWNER, fields: () => SET_UP, needsProof },
  { route: `POST ${ONE}/pause`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/secret`, roles: OWNER, needsProof },
  { route: `GET ${ONE}/switch-on`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/switch-on`, roles: OWNER, needsProof },
  { route: `GET ${ONE}/renew`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/renew`, roles: OWNER, fields: () => ({ version: '1' }), needsProof },
  { route: `GET ${ONE}/replay`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/replay`, roles: OWNER, fields: () => ({ since: '2026-01-31' }), needsProof },
  { route: `GET ${ONE}/delete`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/delete`, roles: OWNER, needsProof },
  { route: `POST ${ONE}/test`, roles: OWNER, needsProof },
  { route: `GET ${ONE}/attempts`, roles: OWNER },
  { route: `GET ${ATTEMPT}`, roles: OWNER },
  { route: `POST ${ATTEMPT}/again`, roles: OWNER, needsProof },
]
