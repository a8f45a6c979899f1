"""Fifty credentials from issue to end, with their webhooks: python3 integration.py"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from vertice_client import Vertice, WebhookVerificationError, verify_webhook

MONTH = 30 * 86_400
client = Vertice(os.environ["VERTICE_URL"], os.environ["VERTICE_TOKEN"])
secret = ""
events = {}  # by id: a delivery that arrives twice is the same event


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, self.headers, secret)
            events[event["id"]] = event
            self.send_response(204)
        except (WebhookVerificationError, ValueError):
            self.send_response(401)  # the service retries later
        self.end_headers()

    def log_message(self, *_):
        pass


receiver = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Receiver)
Thread(target=receiver.serve_forever, daemon=True).start()
url = os.environ.get("RECEIVER_URL", f"http://127.0.0.1:{receiver.server_port}/")
created = client.webhooks.create({"url": url, "eventos": "credential.issued,credential.revoked"})
secret = created["secret"]

label = f"Integration {time.time_ns()}"
wanted = [{"segundos": MONTH, "label": f"{label}, {number}"} for number in range(1, 51)]
with ThreadPoolExecutor(8) as pool:
    issued = list(pool.map(client.credentials.issue, wanted))
    listed = client.credentials.all({"estado": "activa", "limit": 20})
    ours = [one["id"] for one in listed if (one["label"] or "").startswith(label)]
    renewed = list(pool.map(lambda id: client.credentials.renew(id, {"segundos": MONTH}), ours))
    revoked = list(pool.map(client.credentials.revoke, ours))

while len(events) < len(issued) + len(revoked):
    time.sleep(0.05)
client.webhooks.deactivate(created["webhook"]["id"])
for name, things in {"issued": issued, "found": ours, "renewed": renewed, "revoked": revoked, "events": events}.items():
    print(f"{name}: {len(things)}")
