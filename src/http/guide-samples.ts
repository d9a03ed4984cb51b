/** A receiver of webhooks in TypeScript, which Node runs as it is. */
export const TYPESCRIPT_RECEIVER = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type Told = { type: string; data: { subjects?: { id: string; changed: string[] | null }[] } }

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '')
createServer(async (request, response) => {
  try {
    const headers = request.headers as Record<string, string>
    const { type, data } = webhook.verify(await text(request), headers) as Told
    console.log(type, data.subjects)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(9000)`

/** The same in PHP 8 without a library. An empty secret would let everyone sign, so it is refused. */
export const PHP_RECEIVER = `<?php
$secret = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')), true);
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$isVerified = false;
if ($secret && ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300) {
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $secret, true));
    foreach ($signatures as $signature) {
        $isVerified = $isVerified || hash_equals($expected, $signature);
    }
}
http_response_code($isVerified ? 204 : 401);
if (!$isVerified) exit;

$event = json_decode($body, true);
error_log($event['type'] . ' ' . json_encode($event['data']['subjects'] ?? []));`

/** A link block of WordPress to the join form of the demo. */
export const JOIN_BUTTON = `<div class="wp-block-button">
  <a class="wp-block-button__link" href="https://members.example.org/join/tsv-lindental">Become a member</a>
</div>`

/** An application from a form of one's own, in PHP 8 with its extension curl. */
export const PHP_APPLICATION = `<?php
// wp-config.php, which no page shows, has:
//   define('MEMBERSHIP_API', 'https://members.example.org');
//   define('MEMBERSHIP_KEY', 'mas_…');
const PROBLEMS = [
    'required' => 'Please fill in this field.',
    'invalid_format' => 'Please check this entry.',
];

/** Sends an application, and returns what is wrong by field: nothing if it was taken. */
function send_application(array $form, string $form_id): array
{
    $call = curl_init(MEMBERSHIP_API . '/lists/members/persons');
    curl_setopt_array($call, [
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . MEMBERSHIP_KEY,
            'Content-Type: application/json',
            "Idempotency-Key: $form_id",
        ],
        CURLOPT_POSTFIELDS => json_encode([
            'creation_behaviour' => 'unconfirmed',
            'name' => ['first_name' => $form['first_name'], 'last_name' => $form['last_name']],
            'email' => $form['email'] ?: null,
            'birthdate' => $form['birthdate'] ?: null,
        ]),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 10,
    ]);
    $answer = json_decode((string) curl_exec($call), true);
    if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) === 201) return [];

    $errors = [];
    foreach ($answer['issues'] ?? [] as ['path' => $path, 'code' => $code]) {
        $errors[$path] = PROBLEMS[$code] ?? PROBLEMS['invalid_format'];
    }
    if ($errors) return $errors;
    error_log('Application not sent: ' . json_encode($answer));
    return ['form' => 'This did not work. Please try again later.'];
}`
