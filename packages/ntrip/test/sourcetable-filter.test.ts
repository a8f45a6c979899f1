import { describe, expect, it } from 'vitest'
import { sourcetableFilter } from '../src/sourcetable/filter.ts'

const RECORDS = [
  'CAS;caster.example.mx;2101;Red;Red;1;MEX;19.4326;-99.1332;0.0.0.0;0;',
  'NET;Red;Red;B;Y;none;none;none;',
  'STR;RED;Red;RTCM 3.2;1077(1);2;GPS+GLO;Red;MEX;19.4326;-99.1332;1;1;Vertice;none;B;Y;9600;',
  'STR;CDMX;Ciudad de Mexico;RTCM 3.2;1077(1);2;GPS+GLO+GAL;Red;MEX;19.4326;-99.1332;0;0;Vertice;none;B;Y;9600;',
  'STR;GUAT;Guatemala;RTCM 3.3;1074(1);1;GPS;Red;GTM;14.6349;-90.5069;0;0;Vertice;none;B;Y;4800;',
].map((line) => line.split(';'))

const asked = (query: string) => {
  const isWanted = sourcetableFilter(query)
  const inCapitals = (fields: readonly string[]) => fields.map((field) => field.toUpperCase())
  return (
    isWanted &&
    RECORDS.filter((fields) => isWanted(inCapitals(fields))).map(([type, name]) => (type === 'STR' ? name : type))
  )
}

describe('the requested part of the sourcetable', () => {
  it.each([
    ['STR', ['RED', 'CDMX', 'GUAT']],
    ['CAS', ['CAS']],
    ['NET', ['NET']],
    ['str;;;;;;;;mex', ['RED', 'CDMX']],
    ['STR;;;;;;;;MEX;;;0', ['CDMX']],
    ['STR;CDMX', ['CDMX']],
    ['STR;C*', ['CDMX']],
    ['STR;*A*', ['GUAT']],
    ['STR;*X', ['CDMX']],
    ['STR;;;;;;GPS+GAL', ['CDMX']],
    ['STR;;;;;;;;MEX|GTM', ['RED', 'CDMX', 'GUAT']],
    ['STR;;;;;;;;!MEX', ['GUAT']],
    ['STR;;;;;;;;!=MEX', ['GUAT']],
    ['STR;;;;;;;;;>15', ['RED', 'CDMX']],
    ['STR;;;;;;;;;<=14.6349', ['GUAT']],
    ['STR;;;;;;;;;>10+<15', ['GUAT']],
    ['STR;;;;;=1', ['GUAT']],
    ['STR;;;RTCM%203.3', ['GUAT']],
    ['STR;;RTCM 3.3', []],
    ['match&STR;RED', ['RED']],
    ['strict;STR;;;;;;GPS', ['GUAT']],
    ['strict;STR;;;;;;GPS+GLO', ['RED']],
    ['filter=STR;;;;;;;;GTM', ['GUAT']],
  ])('%s', (query, names) => {
    expect(asked(query)).toEqual(names)
  })

  it('may have up to 32 choices, and is ignored with more, however they are written', () => {
    const choices = (count: number, sign: string) =>
      `STR;${Array(count + 1)
        .fill('A')
        .join(sign)}`
    for (const sign of ['|', '+', '*', '%7C', '%2b']) {
      expect(sourcetableFilter(choices(32, sign))).not.toBeNull()
      expect(sourcetableFilter(choices(33, sign))).toBeNull()
    }
    expect(sourcetableFilter(`STR;${'A|'.repeat(20)};${'B+'.repeat(20)}`)).toBeNull()
    expect(sourcetableFilter(`STR;${'A'.repeat(252)}`)).not.toBeNull()
    expect(sourcetableFilter(`STR;${'A'.repeat(253)}`)).toBeNull()
  })

  it.each(['', 'x', 'STRX;', 'mount=CDMX', 'STR;~19', 'STR;(a|b)', `STR${';'.repeat(99)}`, '%', 'auth'])(
    'is all of it for %j',
    (query) => {
      expect(sourcetableFilter(query)).toBeNull()
    },
  )
})
