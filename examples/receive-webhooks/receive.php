<?php
// Receives webhooks and verifies X-Service-Signature, without dependencies: php -S 127.0.0.1:$PORT receive.php

declare(strict_types=1);

$secret = getenv('WEBHOOK_SECRET');
if ($secret === false || $secret === '') {
    error_log('set WEBHOOK_SECRET to the secret that POST /webhooks showed, whsec_ included');
    http_response_code(500);
    exit;
}

$body = file_get_contents('php://input'); // the raw bytes: parse them only after verification
$expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
if (!hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}

$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
// Store the event under its id here (a unique key: an id that exists was received before), and process it later.
file_put_contents('php://stdout', "{$event['type']} {$event['id']}\n");
http_response_code(204);
