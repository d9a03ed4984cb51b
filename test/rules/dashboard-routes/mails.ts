import { READERS, type Route } from './route'

const MAIL = '/dashboard/:workspace/mails/:mail_id'

export const MAILS_ROUTES: Route[] = [
  { route: 'GET /dashboard/:workspace/mails', roles: READERS },
  {
    route: 'POST /dashboard/:workspace/mails',
    roles: READERS,
    fields: () => ({ list: 'members', subject: 'Invitation', body: 'Dear members!' }),
  },
  { route: 'GET /dashboard/:workspace/mails/new', roles: READERS },
  {
    route: 'POST /dashboard/:workspace/mails/new',
    roles: READERS,
    fields: ({ memberId }) => ({ id: memberId }),
  },
  { route: 'GET /dashboard/:workspace/mails/reminders', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/reminders/review', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/reminders/preview', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/reminders/preview.txt', roles: READERS },
  { route: 'POST /dashboard/:workspace/mails/reminders/send', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/automatic', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/automatic/:occasion', roles: READERS },
  { route: 'POST /dashboard/:workspace/mails/automatic/:occasion', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/sandbox', roles: READERS },
  { route: 'GET /dashboard/:workspace/mails/held', roles: READERS },
  { route: 'POST /dashboard/:workspace/mails/held', roles: READERS, fields: () => ({ decision: 'stop' }) },
  { route: `GET ${MAIL}`, roles: READERS },
  { route: `GET ${MAIL}/edit`, roles: READERS },
  {
    route: `POST ${MAIL}/edit`,
    roles: READERS,
    fields: () => ({ list: 'members', revision: '1', subject: 'Invitation', body: 'Dear members!' }),
  },
  { route: `GET ${MAIL}/delete`, roles: READERS },
  { route: `POST ${MAIL}/delete`, roles: READERS },
  { route: `GET ${MAIL}/preview`, roles: READERS },
  { route: `GET ${MAIL}/preview.txt`, roles: READERS },
  { route: `GET ${MAIL}/progress.json`, roles: READERS },
  { route: `POST ${MAIL}/test`, roles: READERS },
  { route: `POST ${MAIL}/send`, roles: READERS },
  { route: `POST ${MAIL}/stop`, roles: READERS },
  { route: `POST ${MAIL}/continue`, roles: READERS },
  { route: `POST ${MAIL}/retry`, roles: READERS },
]
