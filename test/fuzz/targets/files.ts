// Files that users upload: stations and credentials.
import assert from 'node:assert/strict'
import { ruleErrors } from '../../../src/actions/stations/write.ts'
import { atOnce } from '../../../src/base/running/turns.ts'
import { invalid } from '../../../src/domain/codes/refusal.ts'
import { readCredentialFile } from '../../../src/wire/credentials/file.ts'
import { readStationFile } from '../../../src/wire/stations/file.ts'
import { en } from '../../../src/words/en.ts'
import { placeText } from '../../../src/words/words.ts'
import { answerOf, type Target } from '../target.ts'

const MOST_STATIONS = 5_000

const stations: Target = {
  name: 'csv-stations',
  seeds: [
    'codigo,nombre,lat,lng,radio_km\nCDMX,Ciudad de México,19.43,-99.13,35\nTOLU,Toluca,19.29,-99.66,\n',
    'codigo;nombre;mountpoint;formato;datum;constelaciones;status\nA1;"a;b";A1_X;RTCM 3.2;ITRF2008;GPS+GLO;online\n',
    '[{"codigo":"CDMX","nombre":"x","lat":19.4,"lng":-99.1,"radio_km":35,"id":1,"sats":12},{"codigo":7},null]',
    'SOURCETABLE 200 OK\r\n\r\nSTR;A;A;RTCM 3.2;;2;GPS;N;MEX;19.4;260.9;0;0;;none;B;N;0;\r\nSTR;V;V;R;;2;G;N;M;1;2;1;1;\r\n',
    '\ufeffcodigo\tlat\nX\t1\n',
  ].map((text) => Buffer.from(text)),
  words: ['codigo', 'nombre', 'lat', 'lng', '"', '""', ',', ';', '\t', '\n', '{', '}', '[', ']', ':', 'STR;'],
  run(input) {
    const file = answerOf(() => atOnce(readStationFile(input, MOST_STATIONS)))
    if (file === null) return
    assert(file.entries.length <= MOST_STATIONS)
    for (const { where } of [...file.entries, ...file.skipped]) assert(placeText(en, where).length > 0)
    const found = file.entries.flatMap(({ errors }, index) =>
      errors.map((error) => ({ ...error, path: [index, ...error.path] })),
    )
    const inputs = file.entries.map((entry) => entry.input)
    const errors = atOnce(ruleErrors(inputs, found, new Map(), ['RED']))
    if (errors.length > 0) {
      answerOf(() => {
        throw invalid(...errors)
      })
      return
    }
    for (const { code, lat, lng } of inputs) assert(code !== '' && Math.abs(lat!) <= 90 && Math.abs(lng!) <= 180)
  },
}

const credentials: Target = {
  name: 'csv-credentials',
  seeds: [
    'dias,cliente_nombre,cliente_email,enviar_email,inicia_at\n30,María Peña,maria@example.mx,si,2026-11-16\n',
    'segundos;estación;etiqueta;sesiones;si_llena\n86400;CDMX;"Obra; norte";2;reemplazar\n',
    'days\tlabel\n1\tx\n2\ty\n',
  ].map((text) => Buffer.from(text)),
  words: ['dias', 'segundos', 'label', 'cliente_email', '"', '""', ',', ';', '\n', '\r\n', '=cmd', '9'],
  run(input) {
    for (const { line, request, problems } of answerOf(() => atOnce(readCredentialFile(input.toString('utf8')))) ??
      []) {
      assert(line > 1)
      if (problems.length > 0) continue
      assert(Number.isInteger(request.validitySeconds) && request.validitySeconds > 0)
      assert.doesNotMatch(`${request.label}${request.customerName}`, /[\p{Cc}\p{Cs}]/u)
    }
  },
}

export const FILE_TARGETS = [stations, credentials]
