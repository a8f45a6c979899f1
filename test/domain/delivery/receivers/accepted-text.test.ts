import { describe, expect, it } from 'vitest'
import { acceptedText } from '../../../../src/domain/delivery/receivers/accepted-text.ts'

const ACCESS = {
  ...{ host: 'caster.example.mx', port: 2101, mountpoint: 'CDMX_RTCM32' },
  ...{ username: 'k7mqx2rtwd', password: 'w8hn4tqcz6pmv3xk', sendsPosition: false },
}

describe('the accepted text', () => {
  it('is an address, lines or a command', () => {
    expect(acceptedText('address', ACCESS)).toEqual({
      kind: 'address',
      text: 'ntrip://k7mqx2rtwd:w8hn4tqcz6pmv3xk@caster.example.mx:2101/CDMX_RTCM32',
    })
    expect(acceptedText('mavproxy', ACCESS)).toMatchObject({ lines: expect.arrayContaining(['ntrip set port 2101']) })
    expect(acceptedText('rtklib', ACCESS)).toMatchObject({ text: expect.not.stringContaining('-b 1') })
    expect(acceptedText('rtklib', { ...ACCESS, sendsPosition: true })).toMatchObject({
      text: expect.stringContaining('/CDMX_RTCM32 -b 1 -out'),
    })
  })

  it.each(['a@b', 'a/b', 'a#b', 'a b', "a'b", 'a$(b)', 'a;b', 'ñandú', 'a\nb'])(
    'is missing if the password is %j, which programs misread',
    (password) => {
      for (const accepts of ['address', 'mavproxy', 'rtklib'] as const)
        expect(acceptedText(accepts, { ...ACCESS, password })).toBeNull()
    },
  )

  it('is missing for an address that programs split at its colons', () => {
    expect(acceptedText('rtklib', { ...ACCESS, host: '2001:db8::1' })).toBeNull()
  })
})
