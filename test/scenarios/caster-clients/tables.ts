import { HOST, head, hostAndPort, table } from './form.ts'

const VERSION = 'Ntrip-Version: Ntrip/2.0'
const GNSS = '\r\nContent-Type: gnss/sourcetable\r\n'
const TEXT = '\r\nContent-Type: text/plain; charset=utf-8\r\n'

export const TABLES = [
  table('RTKLIB (NTRIP browser)', 'source', '1', () =>
    head('GET / HTTP/1.0', 'User-Agent: NTRIP RTKLIB/2.4.3', 'Accept: */*', 'Connection: close'),
  ),
  table(
    'gpsd 3.22 and later',
    'source',
    '2',
    () => head('GET / HTTP/1.1', VERSION, 'User-Agent: NTRIP gpsd/3.25', `Host: ${HOST}`, 'Connection: close'),
    { needs: [GNSS], program: true },
  ),
  table(
    'gpsd, older',
    'source',
    '1',
    () => head('GET / HTTP/1.1', 'User-Agent: NTRIP gpsd/3.10', `Host: ${HOST}`, 'Connection: close'),
    { needs: [/^SOURCETABLE 200 OK\r\n/], oddity: 'NTRIP 1 with HTTP/1.1 and Host' },
  ),
  table(
    'BNC 2.12',
    'source',
    '2',
    () =>
      head('GET / HTTP/1.1', `Host: ${HOST}`, VERSION, 'User-Agent: NTRIP BNC/2.12.18 (LINUX)', 'Connection: close'),
    { needs: [GNSS] },
  ),
  table('ntripclient (BKG)', 'source', '1', () =>
    head('GET / HTTP/1.0', `Host: ${HOST}`, 'User-Agent: NTRIP NtripClientPOSIX/1.51', 'Connection: close'),
  ),
  table(
    'QGroundControl 5',
    'source',
    '2',
    (asked) => head('GET / HTTP/1.1', hostAndPort(asked), VERSION, 'Connection: Keep-Alive', 'User-Agent: QGC-NTRIP'),
    { needs: [GNSS] },
  ),
  table(
    'Orekit',
    'source',
    '2',
    () => head('GET / HTTP/1.1', `Host: ${HOST}`, 'User-Agent: NTRIP orekit/11.0', VERSION, 'Connection: close'),
    { needs: [GNSS, '\r\nNtrip-Flags: '], oddity: 'requires Ntrip-Flags' },
  ),
  table(
    'pygnssutils, the one on requests',
    'source',
    '2',
    (asked) =>
      head('GET / HTTP/1.1', hostAndPort(asked), 'User-Agent: NTRIP pygnssutils/1.1.4', VERSION, 'Accept: */*'),
    { needs: [GNSS], oddity: 'requires exactly this content type' },
  ),
  table('SharpGIS NmeaParser', 'source', '1', () =>
    head('GET / HTTP/1.0', 'User-Agent: NTRIP iter.dk', 'Accept: */*', 'Connection: close'),
  ),
  table(
    'BNC or a person, for one country',
    'modelled',
    '2',
    () => head('GET /?STR;;;;;;;;MEX HTTP/1.1', `Host: ${HOST}`, VERSION, 'User-Agent: NTRIP BNC/2.12'),
    { needs: [GNSS, /\r\n\r\nSTR;/] },
  ),
  table(
    'a browser',
    'source',
    'HTTP',
    (asked) =>
      head(
        'GET / HTTP/1.1',
        hostAndPort(asked),
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
        'Accept: text/html,application/xhtml+xml',
        'Accept-Language: es-MX,es;q=0.8',
        'Accept-Encoding: gzip, deflate',
        'Connection: keep-alive',
      ),
    { needs: [TEXT] },
  ),
  table(
    'curl',
    'source',
    'HTTP',
    (asked) => head('GET / HTTP/1.1', hostAndPort(asked), 'User-Agent: curl/8.5.0', 'Accept: */*'),
    { needs: [TEXT], program: true },
  ),
  table(
    'a load balancer without a User-Agent',
    'modelled',
    'HTTP',
    (asked) => head('GET / HTTP/1.1', hostAndPort(asked), 'Connection: close'),
    { needs: [TEXT] },
  ),
  table(
    'the health check of AWS',
    'quoted',
    'HTTP',
    (asked) => head('GET / HTTP/1.1', hostAndPort(asked), 'Connection: close', 'User-Agent: ELB-HealthChecker/2.0'),
    { needs: [TEXT] },
  ),
  table(
    'the probe of Kubernetes',
    'source',
    'HTTP',
    (asked) =>
      head('GET / HTTP/1.1', hostAndPort(asked), 'User-Agent: kube-probe/1.30', 'Accept: */*', 'Connection: close'),
    { needs: [TEXT] },
  ),
  table('printf | nc', 'modelled', '1', () => 'GET / HTTP/1.0\r\n\r\n'),
]
