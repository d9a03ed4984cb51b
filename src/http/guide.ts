import { JOIN_BUTTON, PHP_APPLICATION, PHP_RECEIVER, TYPESCRIPT_RECEIVER } from './guide-samples'

/**
 * A chapter of the guide: what holds for more than one operation, and calls that show it, as `npm run smoke` runs
 * them.
 */
type Chapter = { text: string; calls?: string }

const CHAPTERS: Record<string, Chapter> = {
  Start: {
    text:
      'Members and contacts in lists, their fees and payments, and the cash book of an association. Every request and answer ' +
      'is JSON in UTF-8; amounts are in cents. Times are answered in UTC and taken with any offset; in an address, its `+` ' +
      'is `%2B`. The samples are for a shell where `API` is the address of the ' +
      'service and `KEY` an API key. `npm start` prints both for the demo, on which each sample works as it stands.',
  },

  Authentication: {
    text:
      'Send an API key as `Authorization: Bearer mas_…`; `/me` says what it may do. The addresses of the API answer 401 ' +
      'without a valid key, also where nothing exists. A key opens all that it permits, so keep it on a server: browsers ' +
      'of other origins get no answer from the API. The [description](/openapi.json) is open to all.',
    calls: `
mas() { curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
mas "$API/me"`,
  },

  Errors: {
    text:
      'Every error is an RFC 9457 [problem](/problems): `type` opens in a browser and says what to do, `request_id` names the request ' +
      'in the log of the service. On 422 `errors` names what is wrong by path (`data.0.amount`), up to 100,000 characters, ' +
      'and nothing was changed. `issues` has the first 100 of them with a [code](/problems/invalid) and its values: decide by ' +
      'the code, which keeps its meaning, since messages may change and new codes come. A request with several errors is answered with the first of authentication, ' +
      'authorization, query, size, media type and syntax of the body, `Idempotency-Key`, and content of the body. Unknown ' +
      'keys are refused, never ignored.\n\n' +
      'Any operation may answer 401, 429, 500 and 503; its own list leaves them out. A 503 changed nothing, and a 500 can be ' +
      'sent again with its `Idempotency-Key`.\n\n' +
      'HEAD is answered wherever GET is, with the same status and headers and without a body. Another method than those ' +
      'described is 405, with an Allow header that names them.',
  },

  'Lists and persons': {
    text:
      'A workspace has the lists `members` and `contacts`; `/lists/member` and `/lists/contact` name them as well. A path ' +
      'names a person, and also a fee, by its `id` or by its `external_id`, which your system assigns. A member that is created with ' +
      '`"creation_behaviour": "unconfirmed"` is an applicant until it is confirmed. A confirmation sets number, date of joining, payer and ' +
      'custom columns, and claims dues, in one step; a dry run says before what would be claimed.',
    calls: `
mas "$API/lists/members/persons?area=applications"
mas "$API/lists/members/confirmations?dry_run=true" \\
  -d '{ "data": [{ "external_id": "application-2041" }] }'
mas -X POST "$API/lists/members/persons/application-2041/confirmation"`,
  },

  'Values that are written': {
    text:
      '- An update changes the fields that it sends: absent keys stay, `null` clears, `name` merges by part.\n' +
      '- For the options of a call (`creation_behaviour`, `person_id` or `person_external_id`, `attached_expense`, ' +
      '`allowed_values`) `null` counts as absent.\n' +
      '- `payer_external_id` names who pays for a person in place of `payer_id`: a person of the same list, else of the other one. ' +
      '`guardian_external_id` names who acts for a member in place of `guardian_id`.\n' +
      '- Read-only fields may be sent as they were read. An address without any part is stored as `null`.\n' +
      '- `last_used_on` of a mandate may be left out: it stays while the `reference` does, and another reference clears it. `granted` is read-only, ' +
      'and ignored in what is sent.\n' +
      '- Texts are stored composed (NFC), without blanks at their ends and without characters that no reader sees or that turn ' +
      'the text around them, such as U+200B, U+202E and U+FEFF. IBANs and BICs lose all blanks and are stored in capitals. ' +
      'An `external_id` and the `reference` of a mandate keep their blanks and their form. Email addresses are ASCII, with international domains ' +
      'as Punycode. Country codes are stored in capitals. A `number` has the precision of a double.\n' +
      '- A custom column goes under its `external_id` or its `col_` id, not both.\n' +
      '- A synchronization with `?dry_run=true` writes nothing: `meta` counts what it would do, and `changes` has the first ' +
      '100 persons.',
    calls: String.raw`
mas -X PUT "$API/lists/members/persons/m-1002" \
  -d '{ "birthdate": "1984-09-30", "name": { "first_name": "Mehmet" } }'
mas -X PUT "$API/lists/members/persons" \
  -d '{ "data": [{ "external_id": "m-1002", "email": "mehmet@example.org" }] }'
mas -X PUT "$API/lists/members/persons?dry_run=true" \
  -d '{ "data": [{ "external_id": "m-1002", "email": "m.yilmaz@example.org" }] }'`,
  },

  'Pages and filters': {
    text:
      'A page has at most 500 entries. Follow `meta.next_cursor`, or the Link header; a cursor fits only the list and the ' +
      'parameters that it was issued for. Parameters narrow a list, all at once. Lookups by `external_id`, `email`, ' +
      '`membership_number` and `updated_since` read only what matches, the other filters and `search` read the whole list.\n\n' +
      '`filter[<field>]=value` compares exactly. `filter[<field>][<operator>]=value` asks as the dashboard does: `is`, `is_not` and `contains` of texts, ' +
      'whatever their case and accents; `before` and `after` of dates; `more` and `less` of numbers; `empty` of any field, with ' +
      '`true` or `false`. `birthdate.age` and `join_date.years` are years until today, or until a day as in `18@2026-12-31`. A condition that ' +
      'the list cannot meet is refused.\n\n' +
      'What the office saves on the dashboard as a view and shares with all staff is a segment. `segment_id` narrows persons and ' +
      'fees to it, and mails go to it. Whom it has is asked each time, so a cursor from before it was changed is refused.',
    calls: `
mas -g "$API/lists/members/persons?filter[shirt_size]=M&filter[name.last_name]=Bergmann"
mas -g "$API/lists/members/persons?filter[birthdate.age][less]=18&filter[join_date][after]=2020-01-01"
mas "$API/lists/members/persons?search=bergmann"
mas "$API/lists/members/segments"
mas "$API/fees?person_external_id=m-1001&created_since=2026-01-01T00:00:00Z"`,
  },

  Mirrors: {
    text:
      'To keep a copy of a list current, read `updated_since` the greatest `updated_at` that you have seen, page by page, ' +
      'and `deleted_persons` with `since` the greatest `deleted_at`. Both timestamps rise with every write, so that no ' +
      'change is missed; the entries of the last millisecond that you have seen come once more. A member who becomes an ' +
      'applicant again, since the confirmation was undone, is among the deleted ones. Deletions are kept for two years: a ' +
      'copy that is older starts over.',
    calls: `
mas "$API/lists/members/persons?updated_since=2026-11-01T00:00:00Z"
mas "$API/lists/members/deleted_persons?since=2026-11-01T00:00:00Z"`,
  },

  'Retry safely': {
    text:
      'With an `Idempotency-Key`, a request that creates persons, fees or columns, records payments, releases direct debits ' +
      'or books vouchers takes effect once. Sent again within 24 hours, under any API key of the workspace, it gets its ' +
      'first answer, marked `Idempotent-Replayed: true`. The same ' +
      'key with another body is answered 422, a request whose first attempt is still running 409, and one whose person ' +
      'was deleted since 404. Updates and synchronizations can be repeated without a key.',
    calls: String.raw`
mas "$API/fees" -H 'Idempotency-Key: annual-2026-1' \
  -d '{ "data": [{ "amount": 4500, "description": "Annual fee", "person_external_id": "m-1001" }] }'`,
  },

  Money: {
    text:
      'A fee is paid by a payment, by a direct debit, or by a line of a bank statement. Each appends to the journal of the ' +
      'fee, which nothing changes; `status`, `paid_amount` and `open_amount` follow from it. A mistake is reversed, by ' +
      'another entry. `GET /payments` has the entries of all fees: read it with `updated_since` the greatest `updated_at` that ' +
      'you have seen. An entry comes once more if its `booking` has changed; none is ever deleted.\n\n' +
      '`POST /charges` creates a fee for each person of a filter, a segment or a list of ids: of one amount, of the euros in a custom ' +
      'column, or less the percent in one. Nobody gets two fees of one description, so that the same call charges who has joined since. ' +
      '`?dry_run=true` tells what it would do.',
    calls: `
mas "$API/charges?dry_run=true" -d '{ "list": "members", "filter": { "join_date": { "before": "2027-01-01" } },
  "calculation": "fixed", "amount": 4500, "description": "Annual fee {{year}}", "due_on": "2027-03-01" }'
mas "$API/fees" -d '{ "data": [{ "amount": 4500, "description": "Annual fee 2027", "due_on": "2027-03-01",
  "person_external_id": "m-1001", "external_id": "annual-2027-m-1001" }] }'
mas "$API/payments" -d '{ "data": [{ "fee_external_id": "annual-2027-m-1001", "amount": 2000,
  "method": "bank_transfer", "paid_on": "2026-01-31" }] }'
mas "$API/fees?status=open&due_before=2027-06-01"
mas "$API/payments?updated_since=2026-01-01T00:00:00Z&method=bank_transfer"`,
  },

  'Avoid lost updates': {
    text:
      'A person has an `ETag`. `If-Match` on update and delete is answered 412 where the person has changed since, and ' +
      '`If-None-Match` on a person or a page 304 where it has not. The tag of a person names a version, not its content: ' +
      'it changes with every change of the person, also with one that is undone later, and with the custom columns of ' +
      'the workspace, the membership status and the release of the service. The tag of a page also depends on the API key ' +
      'and the query.',
    calls: String.raw`
etag=$(mas -sI "$API/lists/members/persons/m-1001" | tr -d '\r' | sed -n 's/^etag: //ip')
mas -X PUT "$API/lists/members/persons/m-1001" -H "If-Match: $etag" -d '{ "email": "new@example.org" }'`,
  },

  Mails: {
    text:
      'A mail goes to persons of a list by `person_ids`, a `filter` or a `segment_id`. Subject and body have placeholders: ' +
      '`{{first_name}}`, `{{last_name}}`, `{{name}}`, `{{salutation}}`, `{{membership_number}}`, `{{association}}`, ' +
      '`{{open_amount}}`, `{{fees}}`, `{{transfer}}`, `{{fee_note}}`, `{{iban_ending}}`, `{{portal_link}}`, and each custom column by its key; German ' +
      'names such as `{{anrede}}` work as well. The body is Markdown without HTML. Values come out as text, whatever ' +
      'they hold.\n\n' +
      'Persons who share an address get one mail, unless its text has placeholders of a person other than names. It ' +
      'names all of them, and its portal link opens the data of all. Links are valid for two weeks. A mail is sent in the background, each one once: ' +
      'what was handed over without an answer is `unknown` and is not sent again. `news` can be unsubscribed from, ' +
      '`official` mails cannot. A workspace sends up to 20,000 mails on a day (UTC).',
    calls: String.raw`
mas "$API/mails" -H 'Idempotency-Key: meeting-2026' -d '{ "list": "members", "kind": "official",
  "subject": "Invitation", "body": "{{salutation}},\n\n{{portal_link}}", "filter": { "external_id": "m-1001" } }'
mas "$API/mails"`,
  },

  Events: {
    text:
      'Each change writes one event for each thing that it changes: persons, fees, columns, cost units, the workspace and ' +
      'its keys. A request that is refused, replayed or changes nothing writes none. `id`s rise without gaps in the order ' +
      'in which changes took effect, so that a reader who keeps the last `id` and asks for the events `after` it misses ' +
      'none. A creation has every value that was set, from `null`. Followed from the first event, the feed rebuilds the ' +
      'lists, but for the IBANs, of which it has the last four characters. To begin with the present, read your copy after ' +
      'you have kept `last_event_id` of `/me`. [Each event](/docs/events) has an example.',
    calls: `
mas "$API/events?per_page=10"
mas "$API/events?after=evt_000000000010"
mas "$API/events?since=2026-01-01T00:00:00Z&action=fee.*"`,
  },

  Webhooks: {
    text:
      'An endpoint is sent what happens, so that you need not ask. It hears of `person.*`, of `fee.paid`, or of what else the feed has, ' +
      'as far as its key may read that: [all of them](/docs/events), with the permission that each needs. Ids, names of fields and ' +
      'the action are sent, never a value, so read what you need by the API. Things that one act did come together, up to 100 in ' +
      '`data.subjects`. Every request is signed as [Standard Webhooks](https://www.standardwebhooks.com) has it, with the secret that ' +
      '`POST /webhook_endpoints/{webhook_endpoint_id}/secret` shows:\n\n' +
      `\`\`\`ts\n${TYPESCRIPT_RECEIVER}\n\`\`\`\n\n` +
      'The same in PHP, as a file of its own. In the folder of WordPress it can begin with `require __DIR__ . "/wp-load.php"`, take the ' +
      'secret from a constant of `wp-config.php`, and use what WordPress has.\n\n' +
      `\`\`\`php\n${PHP_RECEIVER}\n\`\`\`\n\n` +
      'Python, Java, Go, Ruby, Rust, C# and Elixir have [libraries](https://github.com/standard-webhooks/standard-webhooks) of the same ' +
      'standard.\n\n' +
      '- Answer with a status of 2xx within ten seconds, and do the work afterwards.\n' +
      '- Deliveries come in the order of the feed, each at least once: remember `webhook-id`, which a retry has again.\n' +
      '- After a failure the same is sent again: after 5 seconds, 5 and 30 minutes, 2, 5 and then every 10 hours, or when `Retry-After` of a 429 ' +
      'or 503 asks. After half an hour the next delivery is tried: if it is taken, the first one is parked and sent again last. After ' +
      'five days the endpoint is disabled; its owners are told on the first, third and fifth.\n' +
      '- Nothing is lost meanwhile: an endpoint that is resumed is sent what it missed, of 90 days. `replay` goes back 30 days. `410` pauses.\n' +
      '- `log.truncated` says that events were deleted, after two years or in the night of a sandbox, before they were sent.\n' +
      '- An endpoint has an `https` address on the usual port with a public name. On your own computer, `npm start` also takes one of ' +
      'that computer.',
    calls: `
mas "$API/webhook_endpoints" -d '{ "url": "http://localhost:9000/hooks", "events": ["person.*", "fee.paid"] }'
mas "$API/webhook_endpoints"`,
  },

  'Joining from a website': {
    text:
      'The join form of an association is a page with an address, which the settings of the dashboard show under “Becoming a member”. A link ' +
      'is all that a website needs: no plugin, no script, no key. In WordPress add the block “Buttons” and give it that address, or ' +
      'take “Custom HTML”:\n\n' +
      `\`\`\`html\n${JOIN_BUTTON}\n\`\`\`\n\n` +
      '`?section=Tennis` behind the address fills in a value that a custom column with the key `section` allows. The form has the ' +
      'address of the applicant confirmed, asks for consent to the statutes, admits families and takes mandates.\n\n' +
      'Those who keep a form of their own send it from their server, with a key that has `members:write` alone, and see to the consent ' +
      'themselves. What comes in waits among the applications. `$form_id` is a random text in a hidden field of the form, so that two ' +
      'clicks are one application:\n\n' +
      `\`\`\`php\n${PHP_APPLICATION}\n\`\`\``,
  },

  'Reading from a nearby copy': {
    text:
      'By default a read sees every write that was answered before. Each response to a valid key for which the database ' +
      'was asked has an `X-D1-Bookmark`. Send the last one back, and a copy of the database nearby that is at least as ' +
      'new may answer the read. Writes always go to the primary.',
    calls: String.raw`
bookmark=$(mas -sI "$API/me" | tr -d '\r' | sed -n 's/^x-d1-bookmark: //ip')
mas "$API/me" -H "X-D1-Bookmark: $bookmark"`,
  },

  CSV: {
    text:
      'With `Accept: text/csv` a list comes as one file of all pages; filters apply. A synchronization takes such a file. ' +
      'One that is sent back as it came changes nothing, also after LibreOffice has saved it under English or German ' +
      'settings. A file of another program, as CSV or XLSX, is an import: `POST /lists/{list_id}/imports` proposes what its ' +
      'columns become and writes nothing before `POST /imports/{import_id}/run`.\n\n' +
      '- Cells are separated by `;` where the locale of the workspace has a decimal comma, else by `,`. With `;`, numbers ' +
      'have a decimal comma.\n' +
      '- Dates are `YYYY-MM-DD`; `D.M.YYYY` is accepted. Booleans are `true` and `false` in any case; `WAHR` and `FALSCH` ' +
      'are accepted. Arrays are JSON.\n' +
      '- A leading apostrophe marks a text that a spreadsheet would take for a number, date, boolean or formula, or a ' +
      'number that it would round; the import removes it. A text with a tab or a carriage return is JSON after an ' +
      'apostrophe.\n' +
      '- Columns that are left out stay as they are, an empty cell clears, and columns that the service assigns are ' +
      'ignored.\n' +
      '- A value with two meanings is refused, such as `03/02/1985`, or `1.234` among decimal commas. Errors name row ' +
      'and column.',
    calls: String.raw`
mas "$API/lists/members/persons" -H 'Accept: text/csv' -o members.csv
curl -X PUT "$API/lists/members/persons" --data-binary @members.csv \
  -H "Authorization: Bearer $KEY" -H 'Content-Type: text/csv'`,
  },

  Limits: {
    text:
      'A key has 600 requests a minute, and an address 60 requests with invalid credentials, counted at each location of ' +
      'the service. Every answer to a key has its `RateLimit-Policy`. Beyond the limit the answer is 429, with ' +
      '`Retry-After`. 503 means that other requests kept changing the same data: nothing was changed, and the request can ' +
      'be sent again. Wait for `Retry-After`, or else for a second, and twice as long after each further failure.',
  },

  Versions: {
    text:
      'There is one version of the API. What is added comes without notice, so ignore what you do not know:\n\n' +
      '- operations, optional parameters, optional fields of bodies, and wider limits,\n' +
      '- fields and headers of answers,\n' +
      '- values of open enums, which the description has as an enum or any other text: actions of events, what they are about, ' +
      'codes of issues, permissions of a key,\n' +
      '- types of problems.\n\n' +
      'Apart from these, a call that works goes on to work, and what an answer has stays as it is. A breaking change removes or renames an ' +
      'operation, a parameter, a field, a status or a value; requires what was optional; narrows a limit; changes a type or a meaning; ' +
      'or adds a value to an enum of an answer that is not open. It comes only in a new major version beside this one. That is ' +
      'announced in the list below and marked as `deprecated` in the description, and both versions work for at least twelve months ' +
      'from then on. Each release is compared with the last one.\n\n' +
      'A list that had a custom column with the key of a field before the field came keeps the column under that key, and has no such ' +
      'field.\n\n' +
      '- 2026-11-25: persons have `sex` and `payer_id`, who pays for them, and mandates `last_used_on`. Texts are stored composed and without blanks at their ' +
      'ends; those that were stored before follow over the next nights, so that a mirror reads these persons again. A ' +
      '`birthdate` in the future is refused.\n' +
      '- 2026-11-27: writes of persons take `payer_external_id`, and imports payers. Members have `leave_reason` and `leave_note`, which ' +
      '`leave_date: null` clears; who is `deceased` gets no mails and no debits. `/me` has `leaving`, how memberships end.\n' +
      '- 2026-11-28: writes take `guardian_id` of members, who acts for them until they are 18, and `guardian_external_id`. Mandates say how they were `granted`. `GET /payments` reads the payments of all fees, and lists have segments. ' +
      'Endpoints of webhooks hear of events.\n' +
      '- 2026-11-29: filters of persons and of mails take operators, and `POST /charges` charges persons by terms. A mail whose `filter` ' +
      'names an unknown field is refused, also if its name has blanks. The permissions of a key in `/me` are an open enum, since webhooks added one.',
  },

  'Try things out': {
    text:
      '`npm start` serves a demo on your own computer. On a deployment, ask its operator for a sandbox, a workspace to test in ' +
      'with a key of its own: workspaces share nothing. A sandbox, of which `/me` says `sandbox: true`, loses all but its settings, keys, staff and ' +
      'endpoints each night, which `workspace.wiped` tells in the feed. Its mails are not sent but read at `GET /sandbox_mails`, ' +
      'and its files of direct debits say TEST, so give them to no bank.',
  },
}

/** What callers can rely on, as the Markdown that opens the API reference. */
export const GUIDE = Object.entries(CHAPTERS)
  .map(([title, { text, calls }]) => `## ${title}\n\n${text}${calls ? `\n\n\`\`\`sh${calls}\n\`\`\`` : ''}`)
  .join('\n\n')
