import { expect, it } from 'vitest'
import { bucketFaultOf, faultInAnswer } from '../../../src/archive/storage/s3-errors.ts'

const at = { place: 's3://red/norte', bucket: 'red', url: 'https://s3.example.mx/red', region: 'us-east-1' }
const faultOf = (status: number, xml: string) => bucketFaultOf(faultInAnswer(status, xml), at)
const coded = (code: string, more = '') => `<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`

it.each([
  [403, coded('RequestTimeTooSkewed'), 'clock', /differ by more than 15 minutes/],
  [403, coded('AccessDenied'), 'denied', /may not use s3:\/\/red\/norte/],
  [400, coded('AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>'), 'region', /us-east-1 but in eu-west-1/],
  [301, coded('PermanentRedirect'), 'region', /not in the region us-east-1/],
  [404, '', 'no_file', /file does not exist/],
  [502, '<html>Bad Gateway</html>', 'other', /answered 502$/],
  [500, coded('InternalError', '<Message>Try again</Message>'), 'other', /answered 500 InternalError Try again$/],
])('%i %s: %s', (status, xml, code, what) => {
  const fault = faultOf(status, xml)
  expect(fault.code).toBe(code)
  expect(fault.what[0]).toMatch(what)
})
