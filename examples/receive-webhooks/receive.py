"""Receives webhooks and verifies X-Service-Signature, without dependencies, on Python 3: python3 receive.py"""

import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST_BODY = 1_000_000

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if not SECRET:
    sys.exit("set WEBHOOK_SECRET to the secret that POST /webhooks showed, whsec_ included")


def is_genuine(body: bytes, signature: str) -> bool:
    expected = "sha256=" + hmac.new(SECRET, body, "sha256").hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # for a client that never finishes sending

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if not 0 <= length <= LARGEST_BODY:
            return self.answer(413)
        body = self.rfile.read(length)  # the raw bytes: parse them only after verification
        if not is_genuine(body, self.headers.get("X-Service-Signature", "")):
            return self.answer(401)
        event = json.loads(body)
        # Store the event under its id here (a unique key: an id that exists was received before), and process it later.
        print(event["type"], event["id"], flush=True)
        self.answer(204)

    def answer(self, status: int):
        self.send_response(status)
        self.end_headers()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
