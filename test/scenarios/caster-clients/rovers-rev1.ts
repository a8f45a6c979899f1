import { HOST, head, hostAndPort, login, rev1 } from './form.ts'

/** The request of most survey controllers, which differ only in the user agent. */
const controller = (client: string, agent: string) =>
  rev1(client, 'modelled', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      `User-Agent: NTRIP ${agent}`,
      'Accept: */*',
      'Connection: close',
      login(asked),
    ),
  )

export const ROVERS_REV1 = [
  rev1(
    'RTKLIB 2.4.3 (str2str, rtkrcv, RTKNAVI)',
    'source',
    (asked) => head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP RTKLIB/2.4.3', login(asked)),
    { program: true, needs: [/^ICY 200 OK\r\n\r\n/], oddity: 'treats any further header line as data' },
  ),
  rev1('RTKLIB behind a proxy', 'source', (asked) =>
    head(
      `GET http://${HOST}:${asked.port}/${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP RTKLIB/2.4.2',
      login(asked),
    ),
  ),
  rev1('Emlid Reach (RTKLIB inside)', 'quoted', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP RTKLIB/2.4.3 Emlid', login(asked)),
  ),
  rev1(
    'BNC 2.12, NTRIP 1',
    'source',
    (asked) =>
      `${head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP BNC/2.12.18 (LINUX)', `Host: ${HOST}`, login(asked))}${asked.gga}`,
    { network: true, oddity: 'sends its position right after the header' },
  ),
  rev1('ntripclient (BKG), NTRIP 1', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      `Host: ${HOST}`,
      'User-Agent: NTRIP NtripClientPOSIX/1.51',
      'Connection: close',
      login(asked),
    ),
  ),
  rev1('GNSS Internet Radio 1.4.10 (BKG)', 'quoted', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP GNSSInternetRadio/1.4.10',
      'Accept: */*',
      'Connection: close',
      login(asked),
    ),
  ),
  rev1(
    'GNSS Internet Radio, as imitated in Python',
    'source',
    (asked) =>
      `GET /${asked.mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP GNSSInternetRadio/1.4.10\r\n${login(asked)}\n\r\n\r\n`,
    { oddity: 'a stray line feed after the password ends the header early' },
  ),
  rev1('Lefebure NTRIP Client', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP LefebureNTRIPClient/20131124',
      'Accept: */*',
      'Connection: close',
      login(asked),
    ),
  ),
  rev1('AgOpenGPS (AgIO)', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP AgOpenGPSClient/6.4',
      login(asked),
      'Accept: */*',
      'Connection: close',
    ),
  ),
  rev1(
    'AgOpenGPS (AgIO), set to HTTP/1.1',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        'User-Agent: NTRIP AgOpenGPSClient/20221020',
        login(asked),
        'Accept: */*',
        'Connection: close',
      ),
    { oddity: 'HTTP/1.1 without Host' },
  ),
  rev1(
    'AgOpenGPS, early',
    'source',
    (asked) =>
      head(
        `GET /${asked.mountpoint} HTTP/1.1`,
        'User-Agent: NTRIP LefebureNTRIPClient/20131124',
        login(asked),
        `${asked.gga}Accept: */*`,
        'Connection: close',
      ),
    { network: true, oddity: 'sends its position as a header line' },
  ),
  rev1('Mission Planner, NTRIP 1', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP MissionPlanner/1.0',
      login(asked),
      'Connection: close',
    ),
  ),
  rev1('QGroundControl 4', 'source', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP QGroundControl', login(asked), 'Connection: close'),
  ),
  rev1('SparkFun u-blox examples (ESP32)', 'source', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP SparkFun u-blox Client v1.0', login(asked)),
  ),
  rev1('SparkFun RTK Express', 'source', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP SparkFun_RTK_Express_v3.2', login(asked)),
  ),
  rev1('ESP32 sketch that names its version', 'source', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      `Host: ${HOST}`,
      'Ntrip-Version: Ntrip/1.0',
      'User-Agent: NTRIPClient/ESP32',
      login(asked),
      'Connection: close',
    ),
  ),
  rev1(
    'pygnssutils, NTRIP 1',
    'source',
    (asked) =>
      `${head(`GET /${asked.mountpoint} HTTP/1.0`, hostAndPort(asked), 'User-Agent: NTRIP pygnssutils/1.1.9', login(asked), 'Accept: */*', 'Connection: close')}${asked.gga}`,
    { network: true },
  ),
  rev1('ROS ntrip_client (MicroStrain), NTRIP 1', 'source', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP ntrip_client_ros', login(asked)),
  ),
  rev1(
    'ROS ntrip_client, a C++ one',
    'source',
    (asked) => `GET /${asked.mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP ntrip_client_ros\r\n${login(asked)}\r\n`,
    { oddity: 'no empty line after the header' },
  ),
  rev1(
    'ntrip-client of npm',
    'source',
    (asked) =>
      head(`GET /${asked.mountpoint} HTTP/1.1`, `Host: ${HOST}`, 'User-Agent: NTRIP NtripClientJs/1.1.1', login(asked)),
    { program: true },
  ),
  rev1('u-center (u-blox)', 'quoted', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP u-blox',
      'Accept: */*',
      login(asked),
      'Connection: close',
    ),
  ),
  rev1(
    'CHCNAV LandStar 8',
    'quoted',
    (asked) => head(`GET /${asked.mountpoint} HTTP/1.1`, 'User-Agent: NTRIP CHC LandStar/8.3.0.20260616', login(asked)),
    { oddity: 'HTTP/1.1 without Host' },
  ),
  rev1(
    'CHC/1.0.0, as imitated in Java',
    'source',
    (asked) =>
      `GET /${asked.mountpoint} HTTP/1.1 \r\nUser-Agent: NTRIP CHC/1.0.0 \r\nAccept: */* \r\nConnection: Keep-Alive \r\n${login(asked)} \r\n`,
    { oddity: 'a space at the end of each line, and no empty line' },
  ),
  rev1('Hi-Target Hi-Survey', 'quoted', (asked) =>
    head(
      `GET /${asked.mountpoint} HTTP/1.0`,
      'User-Agent: NTRIP Hi-Target-VNet/4.0.0',
      'Accept: */*',
      'Connection: close',
      login(asked),
    ),
  ),
  rev1('DJI (D-RTK, Pilot)', 'modelled', (asked) =>
    head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP DJI_CSDK_NTRIP_CLIENT/1.4', login(asked)),
  ),
  controller('Trimble Access', 'TrimbleAccess/2024'),
  controller('Leica Captivate', 'LEICA Captivate/8'),
  controller('Topcon Magnet Field', 'Topcon MAGNET/8'),
  controller('Hemisphere', 'Hemisphere/1.0'),
  controller('South SurvStar', 'SOUTH/1.0'),
  controller('Stonex Cube-a', 'StonexCubea/6'),
  controller('Carlson SurvCE', 'CarlsonSurvCE/6'),
  controller('MicroSurvey FieldGenius', 'FieldGenius/11'),
  controller('SW Maps', 'SWMaps'),
  controller('NTRIP Client for Android (Lefebure)', 'LefebureAndroidNTRIPClient/20230228'),
  controller('GNSS.Store NTRIP Client', 'GNSSStore/1.0'),
  rev1(
    'OpenSSL s_client, over TLS, with a request typed by hand',
    'modelled',
    (asked) => head(`GET /${asked.mountpoint} HTTP/1.0`, 'User-Agent: NTRIP openssl', login(asked)),
    { program: true },
  ),
  rev1('a device without a User-Agent', 'modelled', (asked) => head(`GET /${asked.mountpoint} HTTP/1.0`, login(asked))),
]
