import { expect, it } from 'vitest'
import { readSettings } from '../src/settings.ts'

const GOOD = {
  VERTICE_URL: 'https://rtk.example.mx',
  VERTICE_TOKEN: 'vrt_a, vrt_b',
  BKG_FOLDER: '/etc/ntripcaster',
  BKG_ADMIN_URL: 'http://chief:s%C3%A9same@127.0.0.1:2101',
}

it('have defaults except for the four that only the operator knows', () => {
  expect(readSettings({ ...GOOD, LISTEN: '', UNRELATED: 'x' }, null)).toEqual({
    ...{ url: GOOD.VERTICE_URL, tokens: ['vrt_a', 'vrt_b'], folder: GOOD.BKG_FOLDER, adminUrl: GOOD.BKG_ADMIN_URL },
    ...{ listen: null, webhookSecrets: [], pollSeconds: 5, sessions: 1 },
  })
  const webhooks = readSettings({ ...GOOD, LISTEN: '[::1]:8090', WEBHOOK_SECRET: 'whsec_x' }, null)
  expect(webhooks).toMatchObject({ listen: { host: '::1', port: 8090 }, webhookSecrets: ['whsec_x'] })
})

it.each([
  [{ VERTICE_URL: '' }, 'VERTICE_URL is missing, such as https://rtk.example.mx'],
  [{ VERTICE_URL: 'rtk' }, 'VERTICE_URL: expected an address'],
  [{ VERTICE_TOKEN: '' }, 'VERTICE_TOKEN or VERTICE_TOKEN_FILE is missing'],
  [{ VERTICE_TOKEN_FILE: '/nowhere' }, 'VERTICE_TOKEN and VERTICE_TOKEN_FILE are both set'],
  [{ VERTICE_TOKEN: '', VERTICE_TOKEN_FILE: '/nowhere' }, 'VERTICE_TOKEN_FILE: cannot read /nowhere (ENOENT)'],
  [{ BKG_FOLDER: '' }, 'BKG_FOLDER is missing'],
  [{ BKG_ADMIN_URL: 'ftp://chief:secret@127.0.0.1' }, 'BKG_ADMIN_URL: expected http'],
  [{ BKG_ADMIN_URL: 'http://chief@127.0.0.1:2101' }, 'BKG_ADMIN_URL: user or password is missing'],
  [{ BKG_ADMIN_URL: 'http://chief:%E0secret@127.0.0.1' }, 'BKG_ADMIN_URL: user or password is missing or badly'],
  [{ LISTEN: '8090' }, 'LISTEN: expected HOST:PORT'],
  [{ LISTEN: 'localhost:99999' }, 'LISTEN: expected HOST:PORT'],
  [{ LISTEN: 'localhost:1', WEBHOOK_SECRET: 'secret' }, 'WEBHOOK_SECRET: a secret begins with whsec_'],
  [{ WEBHOOK_SECRET: 'whsec_x' }, 'LISTEN is missing: WEBHOOK_SECRET needs a port'],
  [{ POLL_SECONDS: '0' }, 'POLL_SECONDS: expected a whole number from 1 to 3600'],
  [{ SESSIONS: '1e2' }, 'SESSIONS: expected a whole number from 1 to 1000'],
])('reject %j with an error that names the setting, without a password', (more, message) => {
  const read = () => readSettings({ ...GOOD, ...more }, null)
  expect(read).toThrow(message)
  expect(read).not.toThrow('secret@')
})
