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
