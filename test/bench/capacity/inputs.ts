export const MONTHS = 12
export const DAYS = 365

/** The members of each club that is measured: the mean of the sports clubs, rounded. */
export const MEMBERS = 300

/**
 * What associations do, in a year unless the name says otherwise. These are assumptions, each a flag of
 * `npm run capacity`: `--mails 12`, or `--club.pages 5000`.
 */
export const YEAR = {
  /** For each member. */
  member: {
    /** Members who join; as many leave, and stay in the list as former ones. */
    joins: 0.08,
    changes: 1,
    fees: 1.5,
    debits: 0.9,
    transfers: 0.6,
    /** Mails to many: three invitations and three letters. */
    mails: 6,
    /** Visits of the portal: a mail with a link, the sign-in and three pages. */
    visits: 1.5,
  },
  /** For each association, whatever its size. */
  club: {
    vouchers: 60,
    /** Bank lines that pay no fee. */
    transfers: 60,
    /** Pages that staff open: 40 a week. */
    pages: 2_080,
    /** Requests of a program by API: one in ten associations has one that asks twice an hour. */
    calls: 1_752,
    /** The seals of a year's events, and a backup. */
    seals: 1,
    /** Nights after a day with changes, which a backup follows, and other nights. */
    backups: 110,
    nights: 254,
    /** The hour of each day in which automatic mails are due, and the others. */
    mornings: 365,
    hours: 8_395,
  },
}

export const SETTINGS = {
  /** How many years of data are in the databases. */
  years: 5,
  /** What a database is filled to, of its 10 GB: restoring, migrating and exporting a full one takes too long. */
  databaseGb: 5,
  /** The share of a day in its busiest hour, and how many times an average day the busiest one is: in January, fees are claimed. */
  peakHour: 0.15,
  peakDay: 4,
  /** How long a trip waits beside the database's own time, where jobs hold their place. */
  tripMs: 10,
  /** Mails a day that the mail service lets the account send. A new account has less, one of good standing may ask for more. */
  mailsADay: 10_000,
  /** Euros for a dollar: https://www.ecb.europa.eu has the rate of the day. */
  eurosADollar: 0.9,
}

/** How long rows are kept, in years; those of other tables stay. `.github/DATA-MAP.md` names the periods. */
const DAY = 1 / DAYS
export const KEPT: Record<string, number> = {
  events: 2,
  mail_recipients: 2,
  deleted_persons: 2,
  sent_messages: 30 * DAY,
  webhook_attempts: 30 * DAY,
  parked_deliveries: 30 * DAY,
  dead_messages: 30 * DAY,
  sent_days: 30 * DAY,
  mail_days: 30 * DAY,
  removed_passkeys: 40 * DAY,
  idempotent_requests: 2 * DAY,
  portal_sessions: DAY,
  link_requests: DAY,
  /** One for each account that has paid, whatever it pays later. */
  paying_accounts: 1,
  portal_guards: DAY,
  known_browsers: 1,
  staff_sessions: 30 * DAY,
  sign_in_requests: DAY,
  imports: 14 * DAY,
  import_parts: 14 * DAY,
}

/**
 * Sports clubs by their members: Sportentwicklungsbericht für Deutschland 2017/2018, part 3, table 24, all clubs of 2017. The
 * survey gives no mean of a class. Those here are assumptions, chosen so that the mean of all clubs, 296, is near the 303 that
 * 27.5 million memberships in 90,767 clubs make (DOSB). ZiviZ-Survey 2017: of all registered associations 15 % have more than 300
 * members, of sports clubs 31 %, so sports clubs are the larger half.
 */
export const CLASSES = [
  { name: 'up to 100', share: 0.466, members: 50 },
  { name: '101 to 300', share: 0.293, members: 200 },
  { name: '301 to 1,000', share: 0.198, members: 600 },
  { name: '1,001 to 2,500', share: 0.037, members: 1_600 },
  { name: 'over 2,500', share: 0.006, members: 6_000 },
]

/**
 * Dollars, and what the $5 of Workers Paid include each month: developers.cloudflare.com, /workers, /d1, /kv, /queues, /r2 and
 * /email-service, each under platform/pricing, read in 2026-11 from stored copies of August to October.
 */
export const PRICES = {
  plan: 5,
  requests: { per: 1e6, price: 0.3, included: 10e6 },
  cpuMs: { per: 1e6, price: 0.02, included: 30e6 },
  logLines: { per: 1e6, price: 0.6, included: 20e6 },
  rowsRead: { per: 1e6, price: 0.001, included: 25e9 },
  rowsWritten: { per: 1e6, price: 1, included: 50e6 },
  storageGb: { per: 1, price: 0.75, included: 5 },
  kvReads: { per: 1e6, price: 0.5, included: 10e6 },
  kvWrites: { per: 1e6, price: 5, included: 1e6 },
  queueOperations: { per: 1e6, price: 0.4, included: 1e6 },
  r2Writes: { per: 1e6, price: 4.5, included: 1e6 },
  r2Reads: { per: 1e6, price: 0.36, included: 10e6 },
  r2Gb: { per: 1, price: 0.015, included: 10 },
  mails: { per: 1e3, price: 0.35, included: 3e3 },
}

/** Limits of Cloudflare, of the same pages under platform/limits, and of the service. */
export const LIMITS = {
  /** The letters of one deployment. */
  databases: 26,
  accountGb: 1_000,
  statementSeconds: 30,
  /** Of a cron, and of a message that runs one. */
  cronSeconds: 900,
  subrequests: 10_000,
  kvAnInvocation: 1_000,
  queriesAnInvocation: 1_000,
  /** Messages that one `sendBatch` takes. */
  batch: 100,
  messagesASecond: 5_000,
  /** Jobs at a time: `max_concurrency` in wrangler.toml. */
  jobs: 10,
  cpuSeconds: 300,
  mailsAClub: 20_000,
  /** Nights in which jobs must end: from 3:37 to 7 o'clock. */
  nightSeconds: 3.4 * 3600,
}
