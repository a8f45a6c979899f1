import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { apiAddresses, casterAddresses, descriptorsFor } from '../../../src/base/config/listening.ts'

describe('descriptors of passed sockets', () => {
  it('begin at 3 and have the names of their units', () => {
    const env = { LISTEN_PID: '42', LISTEN_FDS: '2', LISTEN_FDNAMES: 'vertice.socket:other.socket' }
    expect(descriptorsFor(42, env)).toEqual([
      { fd: 3, unit: 'vertice.socket' },
      { fd: 4, unit: 'other.socket' },
    ])
  })

  it('need no names', () => {
    expect(descriptorsFor(42, { LISTEN_PID: '42', LISTEN_FDS: '1' })).toEqual([{ fd: 3, unit: 'unnamed socket' }])
  })

  it.each([
    ['nothing is set', {}],
    ['they are meant for another process', { LISTEN_PID: '43', LISTEN_FDS: '2' }],
    ['no process is named', { LISTEN_FDS: '2' }],
    ['there are none', { LISTEN_PID: '42', LISTEN_FDS: '0' }],
    ['their number is no number', { LISTEN_PID: '42', LISTEN_FDS: '-1' }],
    ['their number is absurd', { LISTEN_PID: '42', LISTEN_FDS: '1000000000' }],
  ])('are none if %s', (_, env) => {
    expect(descriptorsFor(42, env)).toEqual([])
  })
})

describe('the addresses that a service listens on', () => {
  it('are those of its roles, without ports that the system assigns', () => {
    const config = readConfig({ HOST: '0.0.0.0', PORT: '80', CASTER_PORT: '0,443,2101' })
    expect(apiAddresses(config)).toEqual([{ host: '0.0.0.0', port: 80 }])
    expect(casterAddresses(config)).toEqual([
      { host: '0.0.0.0', port: 443 },
      { host: '0.0.0.0', port: 2101 },
    ])
    expect(casterAddresses({ ...config, roles: ['api'] })).toEqual([])
    expect(apiAddresses({ ...config, roles: ['caster'] })).toEqual([])
    expect(apiAddresses({ ...config, port: 0 })).toEqual([])
  })
})
