"""Retries, connections, times, the async client and signatures; also against the service in VERTICE_URL if it is set.

python3 -m unittest discover -s clients/python/tests
"""

import asyncio
import base64
import hmac
import json
import os
import threading
import time
import unittest
import unittest.mock
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import vertice_client
from vertice_client import AsyncVertice, Vertice, WebhookVerificationError, verify_webhook
from vertice_client._operation import Operation

DAY = 86_400
WITHOUT_KEY = Operation("POST /without-key")


class Scripted:
    """A service with one scripted answer per request. Records requests and counts connections.

    ``None`` closes the connection without an answer. The header ``Close`` closes it after the answer, unannounced.
    """

    def __init__(self, *answers):
        asked = self.asked = []
        bodies = self.bodies = []
        connections = self.connections = []
        self.clients = []
        rest = list(answers)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                connections.append(self.client_address)

            def do(self):
                bodies.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                asked.append((self.command, self.path, dict(self.headers)))
                answer = rest.pop(0)
                if answer is None:
                    self.close_connection = True
                    return
                status, body, headers = answer
                headers = dict(headers)
                self.close_connection = "Close" in headers
                if headers.pop("Wait", None):
                    time.sleep(0.5)
                self.send_response(status)
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_header("Content-Length", str(len(content)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = do

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        for client in self.clients:
            client.close()
        self.server.shutdown()
        self.server.server_close()

    def client(self, **options):
        self.clients.append(Vertice(self.url, "vrt_x", **options))
        return self.clients[-1]

    def asked_by(self, use, **options):
        """Returns the result of ``use`` with an async client."""

        async def run():
            async with AsyncVertice(self.url, "vrt_x", **options) as client:
                return await use(client)

        return asyncio.run(run())


def refused(status, code, retry_after="0"):
    return status, {"code": code}, {"Retry-After": retry_after}


ISSUED = (201, {"ok": True, "credential": {"id": 1}}, {})


class WhenThingsGoWrong(unittest.TestCase):
    def test_repeats_what_has_a_key_with_the_same_key(self):
        running = refused(409, "idempotency_in_progress")
        with Scripted(refused(503, "service_unavailable"), None, running, ISSUED) as service:
            self.assertEqual(service.client().credentials.issue({"segundos": DAY}), {"id": 1})
        keys = {headers["Idempotency-Key"] for _, _, headers in service.asked}
        self.assertEqual((len(service.asked), len(keys)), (4, 1))

    def test_repeats_what_could_be_done_twice_only_when_refused_beforehand(self):
        with Scripted(refused(429, "rate_limited"), ISSUED) as service:
            self.assertEqual(service.client()._call(WITHOUT_KEY)["credential"], {"id": 1})
        with Scripted(None) as service:
            with self.assertRaises(vertice_client.UnreachableError):
                service.client()._call(WITHOUT_KEY)
        self.assertEqual(len(service.asked), 1)

    def test_does_not_repeat_a_change_of_the_state_that_was_read(self):
        changed = (200, {"credential": {"id": 1}}, {})
        with Scripted(None, changed) as service:
            service.client().credentials.update(1, {"label": "x"})
        self.assertNotIn("If-Match", service.asked[1][2])
        with Scripted(None) as service:
            with self.assertRaises(vertice_client.UnreachableError):
                service.client().credentials.update(1, {"label": "x"}, if_match='"tag"')
        with Scripted(refused(429, "rate_limited"), changed) as service:
            service.client().credentials.update(1, {"label": "x"}, if_match='"tag"')
        self.assertEqual([headers["If-Match"] for _, _, headers in service.asked], ['"tag"', '"tag"'])

    def test_does_not_wait_longer_than_it_may(self):
        with Scripted(refused(429, "rate_limited", "3600")) as service:
            with self.assertRaises(vertice_client.RateLimitError) as caught:
                service.client().stations.list()
        self.assertEqual(caught.exception.retry_after, 3600)

    def test_repeats_a_500_as_the_guide_says(self):
        with Scripted((500, b"<h1>Oops</h1>", {"Retry-After": "0"}), ISSUED) as service:
            self.assertEqual(service.client().credentials.issue({"segundos": DAY}), {"id": 1})
        with Scripted(refused(500, "internal_error"), refused(500, "internal_error")) as service:
            with self.assertRaises(vertice_client.ServerError):
                service.client(retries=1).stations.list()
        with Scripted(refused(500, "internal_error")) as service:
            with self.assertRaises(vertice_client.ServerError):
                service.client()._call(WITHOUT_KEY)

    def test_does_not_follow_redirects(self):
        with Scripted((302, b"", {"Location": "http://127.0.0.1:9/"})) as service:
            with self.assertRaises(vertice_client.VerticeError):
                service.client().stations.list()

    def test_says_which_credential_has_a_reference_and_which_quota_is_used_up(self):
        cuota = {"nombre": "vigentes", "limite": 5}
        taken = (409, {"code": "referencia_taken", "credential_id": 7}, {})
        with Scripted(taken, (409, {"code": "quota_exceeded", "cuota": cuota}, {})) as service:
            with self.assertRaises(vertice_client.ConflictError) as caught:
                service.client().credentials.issue({"segundos": DAY})
            self.assertEqual((caught.exception.credential_id, caught.exception.cuota), (7, None))
            with self.assertRaises(vertice_client.QuotaError) as caught:
                service.client().credentials.issue({"segundos": DAY})
            self.assertEqual((caught.exception.credential_id, caught.exception.cuota), (None, cuota))

    def test_names_itself_and_its_version(self):
        with Scripted((200, {"stations": []}, {})) as service:
            service.client().stations.list()
        self.assertEqual(service.asked[0][2]["User-Agent"], f"vertice-client-python/{vertice_client.__version__}")

    def test_ends_after_a_time(self):
        with Scripted((200, {"stations": []}, {"Wait": "1"})) as service:
            with self.assertRaises(vertice_client.TimedOutError):
                service.client(retries=0).stations.list(timeout=0.1)

    def test_writes_queries_as_the_service_reads_them(self):
        with Scripted((200, {"credentials": [], "next_cursor": None}, {})) as service:
            service.client().credentials.list({"limit": 5, "vigente": True, "q": "Peña & co"})
        self.assertEqual(service.asked[0][1], "/api/v1/credentials?limit=5&vigente=true&q=Pe%C3%B1a+%26+co")


STATIONS = (200, {"stations": []}, {})


class Connections(unittest.TestCase):
    def test_reuses_a_connection(self):
        with Scripted(STATIONS, refused(404, "station_not_found"), ISSUED) as service, service.client() as client:
            client.stations.list()
            with self.assertRaises(vertice_client.NotFoundError):
                client.stations.get(1)
            client.credentials.issue({"segundos": DAY})
        self.assertEqual((len(service.asked), len(service.connections)), (3, 1))

    def test_opens_another_after_the_service_closed_it(self):
        with Scripted((200, {"stations": []}, {"Close": "1"}), STATIONS, None, STATIONS) as service:
            client = service.client(retries=0)
            client.stations.list()
            client.stations.list()
            client.stations.list()  # the idle connection breaks while the request is in flight
        self.assertEqual((len(service.asked), len(service.connections)), (4, 3))

    def test_goes_through_the_proxy_of_the_environment(self):
        with Scripted(STATIONS) as proxy, unittest.mock.patch.dict(os.environ, {"http_proxy": proxy.url, "no_proxy": ""}):
            with Vertice("http://rtk.example.mx", "vrt_x", retries=0) as client:
                client.stations.list()
        self.assertEqual(proxy.asked[0][1], "http://rtk.example.mx/api/v1/stations")
        self.assertEqual(proxy.asked[0][2]["Host"], "rtk.example.mx")


class Times(unittest.TestCase):
    NOON = datetime(2026, 12, 1, 12, tzinfo=timezone(timedelta(hours=-6)))

    def test_takes_datetimes_in_queries_and_bodies(self):
        with Scripted((200, {"credentials": [], "next_cursor": None}, {}), ISSUED) as service:
            client = service.client()
            client.credentials.list({"expira_desde": self.NOON})
            client.credentials.issue({"segundos": DAY, "inicia_at": self.NOON})
        self.assertEqual(service.asked[0][1], "/api/v1/credentials?expira_desde=2026-12-01T12%3A00%3A00-06%3A00")
        self.assertEqual(json.loads(service.bodies[1])["inicia_at"], "2026-12-01T12:00:00-06:00")

    def test_refuses_one_without_a_time_zone(self):
        with self.assertRaisesRegex(ValueError, "time zone"):
            Vertice("http://127.0.0.1:9", "vrt_x").credentials.list({"expira_desde": datetime(2026, 12, 1)})


class Async(unittest.TestCase):
    def test_repeats_pages_and_reuses_connections(self):
        first = (200, {"credentials": [{"id": 2}], "next_cursor": "c"}, {})
        last = (200, {"credentials": [{"id": 1}], "next_cursor": None}, {})

        async def use(client):
            return [credential["id"] async for credential in client.credentials.all({"limit": 1})]

        with Scripted(refused(503, "service_unavailable"), first, last) as service:
            self.assertEqual(service.asked_by(use), [2, 1])
        self.assertEqual((len(service.asked), len(service.connections)), (3, 1))

    def test_sends_several_requests_at_once(self):
        everyone = threading.Barrier(4)  # no answer before the fourth request

        class Together(tuple):
            def __iter__(self):
                everyone.wait(30)
                return super().__iter__()

        async def use(client):
            return await asyncio.gather(*(client.stations.list() for _ in range(4)))

        with Scripted(*[Together(STATIONS)] * 4) as service:
            self.assertEqual(service.asked_by(use), [[]] * 4)

    def test_raises_the_same_errors(self):
        with Scripted(refused(404, "credential_not_found")) as service, self.assertRaises(vertice_client.NotFoundError):
            service.asked_by(lambda client: client.credentials.get(1))


CURRENT, PREVIOUS = ("whsec_" + base64.b64encode(bytes([byte] * 32)).decode() for byte in (1, 2))
BODY = '{"id":"evt_1","data":{"label":"Peña 🛰️"}}'.encode()


def service_headers():
    def signature(secret):
        return "sha256=" + hmac.new(secret.encode(), BODY, "sha256").hexdigest()

    return {"X-Service-Signature": signature(CURRENT), "X-Service-Signature-Previous": signature(PREVIOUS)}


def standard_headers(at=None):
    seconds = str(int(time.time() if at is None else at))

    def signature(secret):
        key = base64.b64decode(secret[len("whsec_") :])
        return "v1," + base64.b64encode(hmac.new(key, f"evt_1.{seconds}.".encode() + BODY, "sha256").digest()).decode()

    both = f"{signature(CURRENT)} {signature(PREVIOUS)}"
    return {"webhook-id": "evt_1", "webhook-timestamp": seconds, "webhook-signature": both, **service_headers()}


class Signatures(unittest.TestCase):
    def test_takes_what_is_genuine(self):
        for headers, signature in ((standard_headers(), "standard"), (service_headers(), "service")):
            for secret in (CURRENT, PREVIOUS, ["whsec_AAAA", CURRENT]):
                self.assertEqual(verify_webhook(BODY, headers, secret, signature=signature)["id"], "evt_1")

    def test_refuses_what_is_not(self):
        now = time.time()
        for code, body, headers, secret in [
            ("wrong_signature", BODY, standard_headers(), "whsec_AAAA"),
            ("wrong_signature", BODY + b" ", standard_headers(), CURRENT),
            ("no_signature", BODY, service_headers(), CURRENT),
            ("wrong_time", BODY, standard_headers(now - 600), CURRENT),
            ("wrong_time", BODY, standard_headers(now + 600), CURRENT),
            ("wrong_time", BODY, {**standard_headers(), "webhook-timestamp": "soon"}, CURRENT),
            ("no_signature", BODY, {**standard_headers(), "webhook-signature": ""}, CURRENT),
            ("no_signature", BODY, {}, CURRENT),
        ]:
            with self.subTest(code=code, headers=headers), self.assertRaises(WebhookVerificationError) as caught:
                verify_webhook(body, headers, secret)
            self.assertEqual(caught.exception.code, code)

    def test_can_be_told_which_must_hold(self):
        for body, headers, secret in [
            (BODY, service_headers(), "whsec_AAAA"),
            (BODY + b" ", service_headers(), CURRENT),
            (BODY, {"x-service-signature": "sha256=é"}, CURRENT),
        ]:
            with self.subTest(headers=headers), self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, secret, signature="service")
        late = standard_headers(0)
        self.assertEqual(verify_webhook(BODY, late, CURRENT, signature="service")["id"], "evt_1")
        with self.assertRaises(ValueError):
            verify_webhook(BODY, late, "secret")


@unittest.skipUnless("VERTICE_URL" in os.environ, "VERTICE_URL and VERTICE_TOKEN name no service")
class AgainstTheService(unittest.TestCase):
    def setUp(self):
        self.client = Vertice(os.environ["VERTICE_URL"] + "/api/v1/", os.environ["VERTICE_TOKEN"])
        self.addCleanup(self.client.close)

    def test_issues_reads_pages_and_revokes(self):
        credentials = self.client.credentials
        one = credentials.issue({"segundos": DAY, "station_codigo": "CDMX", "label": "one"})
        self.assertEqual((one["tipo"], one["label"]), ("base", "one"))
        self.assertEqual(credentials.get(one["id"])["password"], one["password"])
        many = credentials.issue_many([{"segundos": DAY}] * 5)
        listed = [credential["id"] for credential in credentials.all({"limit": 2})]
        self.assertEqual(listed[:6], [*(made["id"] for made in reversed(many)), one["id"]])
        page = credentials.list({"estado": "activa", "limit": 2})
        self.assertEqual((len(page), type(page.next_cursor)), (2, str))
        self.assertEqual(credentials.revoke(one["id"])["estado"], "revocada")

    def test_knows_stations_mountpoints_and_webhooks(self):
        (station,) = self.client.stations.list()
        self.assertEqual(len(self.client.stations.health(station["id"])["uptime"]["historial"]), 60)
        self.assertEqual(self.client.mountpoint(19.43, -99.13)["mountpoint"], "CDMX_RTCM32")
        self.assertEqual([one["nombre"] for one in self.client.network()["mountpoints"]], ["RED"])
        created = self.client.webhooks.create({"url": "http://127.0.0.1:9/"})
        self.assertEqual(list(self.client.webhooks.all()), [created["webhook"]])
        read, etag = self.client.webhooks.get_tagged(created["webhook"]["id"])
        self.client.webhooks.update(read["id"], {"eventos": "order.paid"}, if_match=etag)
        with self.assertRaises(vertice_client.ConflictError):
            self.client.webhooks.update(read["id"], {"eventos": "credential.issued"}, if_match=etag)
        self.assertFalse(self.client.webhooks.deactivate(created["webhook"]["id"])["activo"])

    def test_does_the_same_async(self):
        async def use():
            async with AsyncVertice(os.environ["VERTICE_URL"], os.environ["VERTICE_TOKEN"]) as client:
                starts = datetime.now(timezone.utc) + timedelta(days=1)
                body = {"segundos": DAY, "inicia_at": starts, "label": "async"}
                made = await asyncio.gather(*(client.credentials.issue(body) for _ in range(3)))
                listed = [one["id"] async for one in client.credentials.all({"limit": 2, "label": "async"})]
                return sorted(one["id"] for one in made), sorted(listed)

        made, listed = asyncio.run(use())
        self.assertEqual(made, listed)

    def test_changes_only_the_state_that_it_read(self):
        credentials = self.client.credentials
        one, etag = credentials.get_tagged(credentials.issue({"segundos": DAY})["id"])
        self.assertEqual(credentials.update(one["id"], {"label": "mine"}, if_match=etag)["label"], "mine")
        with self.assertRaises(vertice_client.ConflictError) as caught:
            credentials.update(one["id"], {"label": "late"}, if_match=etag)
        self.assertEqual(caught.exception.code, "precondition_failed")

        async def use():
            async with AsyncVertice(os.environ["VERTICE_URL"], os.environ["VERTICE_TOKEN"]) as client:
                read, etag = await client.credentials.get_tagged(one["id"])
                return read["label"], await client.credentials.update(one["id"], {"label": "theirs"}, if_match=etag)

        label, changed = asyncio.run(use())
        self.assertEqual((label, changed["label"]), ("mine", "theirs"))

    def test_tells_what_is_wrong_by_classes(self):
        with self.assertRaises(vertice_client.InvalidRequestError) as caught:
            self.client.credentials.issue({"segundos": 60})
        error = caught.exception
        self.assertEqual((error.code, error.status, error.errors[0]["pointer"]), ("invalid_request", 400, "/segundos"))
        self.assertRegex(error.request_id, "^req-")
        with self.assertRaises(vertice_client.NotFoundError):
            self.client.credentials.get(999_999)
        with self.assertRaises(vertice_client.AuthenticationError):
            Vertice(os.environ["VERTICE_URL"], "vrt_wrong").stations.list()
        one = self.client.credentials.issue({"segundos": DAY, "referencia": "obra-1"})
        with self.assertRaises(vertice_client.ConflictError) as caught:
            self.client.credentials.issue({"segundos": DAY, "referencia": "obra-1"})
        self.assertEqual((caught.exception.code, caught.exception.credential_id), ("referencia_taken", one["id"]))
        self.client.credentials.issue({"segundos": DAY}, idempotency_key="order-1")
        with self.assertRaises(vertice_client.IdempotencyError):
            self.client.credentials.issue({"segundos": 2 * DAY}, idempotency_key="order-1")


if __name__ == "__main__":
    unittest.main()
