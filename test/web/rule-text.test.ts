// Every sentence with which the service refuses a field or a line of a file has words in the pages' languages.
import { expect, it } from 'vitest'
import { ruleErrors } from '../../src/actions/stations/save.ts'
import { Name } from '../../src/console/fields.ts'
import { UPSTREAM_FORM } from '../../src/domain/network/upstream.ts'
import { LONGEST_PASSWORD, passwordFault } from '../../src/domain/people/user.ts'
import { stationErrors } from '../../src/domain/stations/input.ts'
import { targetRefuser } from '../../src/webhooks/target.ts'
import { readStationFile } from '../../src/wire/stations/file.ts'

const { RULES } = await import('../../web/src/parts/rule-text.ts' as string)
const isKnown = (text: string) => RULES.some(([pattern]: [RegExp]) => pattern.test(text))

const WRONG = {
  code: 'NO BLANKS',
  name: ' ',
  federalState: ';',
  lat: 91,
  lng: 181,
  radiusKm: 0,
  mountpoint: '?',
  declaredStatus: 'fine' as never,
}
const FILES = [
  'codigo,nombre,lat,lng,otro\nA,Uno,"19,4",-99,x\nB,Dos,19\n',
  '[{"codigo": 1, "lat": "x"}, 7]',
  'STR;RED;Red;RTCM 3.2;;2;GPS;SNIP;MEX;19.00;-99.00;1;1;sNTRIP;none;B;N;0;\nSTR;ABC;Abc;RTCM 3.2;;2;GPS;SNIP;MEX;19.00;-99.00;0;0;sNTRIP;none;B;N;0;\n',
]

it('of the rules', () => {
  const place = { name: 'Uno', lat: 19, lng: -99 }
  const inputs = [
    { code: 'A', ...place },
    { code: 'a', ...place },
    { code: 'B' },
    { code: 'C', ...place, mountpoint: 'A' },
    { code: 'D', ...place, mountpoint: 'RED' },
  ]
  const said = [...stationErrors(WRONG), ...ruleErrors(inputs, [], new Map(), 'RED')].map(({ detail }) => detail)
  expect(said.length).toBeGreaterThan(12)
  expect(said.filter((text) => !isKnown(text))).toEqual([])
  expect(isKnown(UPSTREAM_FORM)).toBe(true)
})

it('of what is read from files', () => {
  const read = FILES.map((text) => readStationFile(Buffer.from(text)))
  const said = read.flatMap(({ entries, skipped }) => [
    ...skipped,
    ...entries.flatMap(({ where, errors }) => [where, ...errors.map(({ detail }) => detail)]),
  ])
  expect(said.length).toBeGreaterThan(8)
  expect(said.filter((text) => !isKnown(text))).toEqual([])
})

it('of passwords, names and addresses of webhooks', async () => {
  const passwords = ['short', 'x'.repeat(LONGEST_PASSWORD + 1), 'somebody@example.mx']
  const targets = ['ftp://example.mx', 'https://user:password@example.mx', 'https://127.0.0.1']
  const said = [
    ...passwords.map((password) => passwordFault(password, 'somebody@example.mx')),
    ...(await Promise.all(targets.map(targetRefuser([])))),
    `must match pattern "${(Name as { pattern?: string }).pattern}"`,
  ]
  expect(said).not.toContain(null)
  expect(said.filter((text) => !isKnown(text!))).toEqual([])
})
