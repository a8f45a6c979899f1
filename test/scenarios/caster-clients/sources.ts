import { HOST, head, hostAndPort, login, source1, source2 } from './form.ts'

const VERSION = 'Ntrip-Version: Ntrip/2.0'

export const SOURCES = [
  source1(
    'RTKLIB 2.4.3 (str2str; RTKBase)',
    'source',
    ({ password, mountpoint }) => head(`SOURCE ${password} ${mountpoint}`, 'Source-Agent: NTRIP RTKLIB/2.4.3', 'STR: '),
    { program: true, oddity: 'no slash before the mountpoint' },
  ),
  source1('NtripServer (BKG), NTRIP 1', 'source', ({ password, mountpoint }) =>
    head(`SOURCE ${password} /${mountpoint}`, 'Source-Agent: NTRIP NtripServerPOSIX/1.51'),
  ),
  source2(
    'NtripServer (BKG), NTRIP 2',
    'source',
    (asked) =>
      head(
        `POST /${asked.mountpoint} HTTP/1.1`,
        `Host: ${HOST}`,
        VERSION,
        'User-Agent: NTRIP NtripServerPOSIX/1.51',
        login(asked),
        'Connection: close',
        'Transfer-Encoding: chunked',
      ),
    { chunked: true },
  ),
  source1('BNC, as a broadcaster', 'source', ({ password, mountpoint }) =>
    head(`SOURCE ${password} /${mountpoint}`, 'Source-Agent: NTRIP BNC/2.12'),
  ),
  source1('SparkFun u-blox examples (ESP32)', 'source', ({ password, mountpoint }) =>
    head(`SOURCE ${password} /${mountpoint}`, 'Source-Agent: NTRIP SparkFun u-blox Server v1.0'),
  ),
  source1(
    'SparkFun RTK Everywhere',
    'source',
    ({ password, mountpoint }) =>
      `${head(`SOURCE ${password} /${mountpoint}`, 'Source-Agent: NTRIP SparkFun_RTK_EVK/')}v1.3`,
    { oddity: 'sends its version after the header, as data' },
  ),
  source1('SNIP, a push with a user', 'quoted', (asked) => head(`SOURCE ${asked.mountpoint}`, login(asked)), {
    oddity: 'sends the password where NTRIP 2 does',
  }),
  source1('NtripShare Edge, NTRIP 1', 'source', ({ password, mountpoint }) =>
    head(`SOURCE ${password} /${mountpoint}`, 'Source-Agent: NtripShareEdge/1.0', 'STR:'),
  ),
  source2(
    'NtripShare Edge, NTRIP 2',
    'source',
    (asked) =>
      head(
        `POST /${asked.mountpoint} HTTP/1.1`,
        `Host: ${HOST}`,
        VERSION,
        'User-Agent: NtripShareEdge/1.0',
        login(asked),
        'Ntrip-STR: ',
        'Connection: close',
        'Transfer-Encoding: chunked',
      ),
    { chunked: true },
  ),
  source2(
    'Hi-Target iRTK, as imitated in Python',
    'source',
    (asked) =>
      `POST /${asked.mountpoint} HTTP/1.1\r\nHost: ${HOST}\r\n${VERSION}\r\nUser-Agent: NTRIP Hi-Target-iRTK\r\n${login(asked)}\r\n` +
      'Ntrip-STR:\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n',
    { chunked: true, oddity: 'no empty line after the header' },
  ),
  source2(
    'Ginan (Geoscience Australia)',
    'source',
    (asked) =>
      head(
        `POST /${asked.mountpoint} HTTP/1.1`,
        `Host: ${HOST}`,
        VERSION,
        login(asked),
        'User-Agent: NTRIP ACS/1.0',
        'Connection: keep-alive',
        'Transfer-Encoding: chunked',
      ),
    { chunked: true },
  ),
  source2(
    'DAB receiver (wradio)',
    'source',
    (asked) => head(`POST /${asked.mountpoint} HTTP/1.1`, VERSION, 'User-Agent: NTRIP wradio DAB', login(asked)),
    { oddity: 'neither Host nor chunks' },
  ),
  source1(
    'OpenSSL s_client, over TLS, with a request typed by hand',
    'modelled',
    ({ password, mountpoint }) => head(`SOURCE ${password} /${mountpoint}`, 'Source-Agent: NTRIP openssl'),
    { program: true },
  ),
  source2(
    'curl --upload-file',
    'source',
    (asked) =>
      head(
        `POST /${asked.mountpoint} HTTP/1.1`,
        hostAndPort(asked),
        login(asked),
        'Accept: */*',
        VERSION,
        'User-Agent: NTRIP curl',
        'Transfer-Encoding: chunked',
        'Expect: 100-continue',
      ),
    { chunked: true, program: true, needs: [/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/] },
  ),
]
