import { fstatSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fromArgument, toArgument } from '../../../../src/start/processes/hand-over/sockets.ts'

it('a successor takes the sockets of where it listens, once; the rest is closed', () => {
  const [api, metrics] = [openSync('/dev/null', 'r'), openSync('/dev/null', 'r')]
  const inherited = fromArgument(
    toArgument([
      { name: 'api', host: '127.0.0.1', port: 8080, fd: api },
      { name: 'metrics', host: '127.0.0.1', port: 9464, fd: metrics },
    ]),
  )
  expect(inherited.take('api', '127.0.0.1', 8081)).toBe(null)
  expect(inherited.take('api', '0.0.0.0', 8080)).toBe(null)
  expect(inherited.take('metrics', '127.0.0.1', 9464)).toEqual({ fd: metrics })
  expect(inherited.take('metrics', '127.0.0.1', 9464)).toBe(null)
  inherited.closeRest()
  expect(() => fstatSync(api)).toThrow('EBADF')
  expect(fstatSync(metrics).isCharacterDevice()).toBe(true)
})
