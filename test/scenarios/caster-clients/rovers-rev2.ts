import { HOST, head, hostAndPort, login, rev2 } from './form.ts'

const VERSION = 'Ntrip-Version: Ntrip/2.0'

export const ROVERS_REV2 = [
  rev2(
    'BNC 2.12, NTRIP 2',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        `Host: ${HOST}`,
        VERSION,
        'User-Agent: NTRIP BNC/2.12.18 (LINUX)',
        login(asked),
        `Ntrip-GGA: ${asked.gga.trim()}`,
        'Connection: close',
        'Accept-Encoding: gzip, deflate',
        'Accept-Language: en,*',
      ),
    { network: true },
  ),
  rev2(
    'ntripclient (BKG), NTRIP 2',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.0`,
        `Host: ${HOST}`,
        VERSION,
        'User-Agent: NTRIP NtripClientPOSIX/1.51',
        'Connection: close',
        login(asked),
      ),
    { needs: [/^HTTP\/1\.1 200 OK\r\n/], oddity: 'NTRIP 2 in HTTP/1.0, without chunks' },
  ),
  rev2(
    'gpsd 3.22 and later',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        VERSION,
        'User-Agent: NTRIP gpsd/3.25',
        `Host: ${HOST}`,
        'Accept: rtk/rtcm, dgps/rtcm',
        login(asked),
        'Connection: close',
      ),
    { program: true },
  ),
  rev2('Mission Planner, NTRIP 2', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.1`,
      hostAndPort(asked),
      VERSION,
      'User-Agent: NTRIP MissionPlanner/1.0',
      login(asked),
      'Connection: close',
    ),
  ),
  rev2('QGroundControl 5', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.1`,
      `Host: ${HOST}`,
      VERSION,
      'User-Agent: NTRIP QGroundControl/1.0',
      login(asked),
    ),
  ),
  rev2(
    'pygnssutils, NTRIP 2',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        hostAndPort(asked),
        'User-Agent: NTRIP pygnssutils/1.1.9',
        login(asked),
        VERSION,
        `Ntrip-GGA: ${asked.gga.trim()}`,
        'Accept: */*',
        'Connection: close',
      ),
    { network: true },
  ),
  rev2('ROS ntrip_client (MicroStrain), NTRIP 2', 'source', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, VERSION, 'User-Agent: NTRIP ntrip_client_ros', login(asked)),
  ),
  rev2(
    'jcmb NtripClient.py (MAVProxy, pyUblox and others)',
    'source',
    (asked) =>
      head(
        `GET ${asked.mountpoint} HTTP/1.1`,
        'User-Agent: NTRIP JCMBsoftPythonClient/0.2',
        login(asked),
        hostAndPort(asked),
        VERSION,
      ),
    { oddity: 'no slash before the mountpoint' },
  ),
  rev2('Orekit', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.1`,
      `Host: ${HOST}`,
      'User-Agent: NTRIP orekit/11.0',
      VERSION,
      'Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
      'Connection: close',
      login(asked),
    ),
  ),
  rev2('ESP32-XBee (esp_http_client)', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.1`,
      'User-Agent: NTRIP ESP32XBeeNtripClient/2.0',
      hostAndPort(asked),
      'Connection: close',
      VERSION,
      login(asked),
    ),
  ),
  rev2('Septentrio receivers', 'modelled', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.1`,
      hostAndPort(asked),
      VERSION,
      'User-Agent: NTRIP SEPTENTRIO-MOSAIC/4.14',
      login(asked),
      'Connection: close',
    ),
  ),
  rev2('a bare client in C++', 'source', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.1`, `Host: ${HOST}`, VERSION, 'User-Agent: NTRIP client/1.0', login(asked)),
  ),
  rev2(
    'curl with the headers of rev2',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        hostAndPort(asked),
        login(asked),
        'Accept: */*',
        VERSION,
        'User-Agent: NTRIP curl',
      ),
    { program: true },
  ),
  {
    ...rev2('curl as it is', 'source', (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        hostAndPort(asked),
        login(asked),
        'User-Agent: curl/8.5.0',
        'Accept: */*',
      ),
    ),
    revision: 'HTTP' as const,
    program: true,
  },
  {
    ...rev2('Python requests', 'source', (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        hostAndPort(asked),
        'User-Agent: python-requests/2.31.0',
        'Accept-Encoding: gzip, deflate',
        'Accept: */*',
        'Connection: keep-alive',
        login(asked),
      ),
    ),
    revision: 'HTTP' as const,
  },
  {
    ...rev2('an HTTP/1.1 program without a User-Agent', 'modelled', (asked) =>
      head(`GET /${asked.mountpoint} HTTP/1.1`, hostAndPort(asked), login(asked)),
    ),
    revision: 'HTTP' as const,
  },
]
