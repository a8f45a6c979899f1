import { describe, expect, it } from 'vitest'
import { ORGANIZATION_NAMES } from '../../src/demo/customers/organizations.ts'
import { ROVERS } from '../../src/demo/network/rovers.ts'
import { STATIONS } from '../../src/demo/network/stations.ts'
import { details, type WelcomeFacts, welcome } from '../../src/demo/welcome.ts'

const login = { username: 'user', password: 'pw' }
const person = { password: 'secret', organization: null }
const facts: WelcomeFacts = {
  prepared: {
    token: 'vrt_operator',
    resellerToken: 'vrt_reseller',
    webhookSecret: 'whsec',
    people: [
      { ...person, role: 'administrator', email: 'admin@demo.example' },
      { ...person, role: 'operator', email: 'operator@demo.example' },
      { ...person, role: 'viewer', email: 'viewer@demo.example' },
      { ...person, role: 'reseller', email: 'reseller@demo.example', organization: ORGANIZATION_NAMES.survey },
    ],
    credentials: 329,
    stationIds: new Map(STATIONS.map(({ code }, index) => [code, index])),
    pushSecrets: new Map(),
    rovers: ROVERS.map((rover) => ({ ...rover, login })),
    refusedRover: { ...ROVERS[0]!, login },
    guests: { base: login, network: login },
    startedAt: new Date(0),
  },
  rovers: 15,
  baseUrl: 'http://127.0.0.1:8080',
  caster: { host: '127.0.0.1', port: 2101 },
  metricsUrl: 'http://127.0.0.1:9464/metrics',
  dataDir: '/tmp/vertice-demo',
  keepsData: false,
  hasVrs: true,
  seconds: '8.4',
  isVerbose: false,
  logs: false,
}
const plain = { done: (text: string) => text, bold: (text: string) => text }

describe('the text of the demo', () => {
  it('has twelve lines: the console, a login for each role, and three links', () => {
    const text = welcome(facts, plain)
    expect(text.split('\n')).toHaveLength(12)
    for (const name of ['administrator', 'operator', 'viewer', 'reseller'])
      expect(text).toMatch(new RegExp(`^ {2}${name} +\\S+@demo\\.example`, 'im'))
    expect(text.match(/http:\S+/g)).toEqual(
      ['console/', 'status', 'shop', 'docs'].map((page) => `http://127.0.0.1:8080/${page}`),
    )
    expect(text).toContain('(sees only Bajío Geomática)')
    expect(text).not.toContain('vrt_')
  })

  it('names the flags that are not set, and where kept data is', () => {
    expect(welcome(facts, plain)).toMatch(/deletes its data\. --verbose prints .*, --log prints live events\.$/)
    const kept = welcome({ ...facts, keepsData: true, isVerbose: true, logs: true }, plain)
    expect(kept).toMatch(/keeps its data in \/tmp\/vertice-demo\.$/)
  })

  it('has the commands in its details', () => {
    expect(details(facts).match(/^ {2}curl/gm)).toHaveLength(6)
    expect(details(facts)).toContain('Bearer vrt_operator')
  })
})
