// Importing users of another caster: a preview by line, then all or nothing. An export can be imported unchanged.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../../../support/problems.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let own: number

beforeAll(async () => {
  site = await TestConsole.start()
  await site.service.saveStations(...Object.values(STATIONS))
  own = await site.owner('Own')
  operator = await site.signedIn('operator')
})
afterAll(() => site.stop())

const BYTES = { 'content-type': 'application/octet-stream' }

const send = (files: Readonly<Record<string, string>>, ...rest: Rest) => sendParts(Object.entries(files), ...rest)

type Rest = [format: string, more?: string, where?: string, by?: Browser]

function sendParts(
  files: readonly [string, string][],
  ...[format, more = '', where = '/preview', by = operator]: Rest
) {
  const bodies = files.map(([, text]) => Buffer.from(text))
  const names = files.map(([name], index) => `${encodeURIComponent(name)}:${bodies[index]!.length}`)
  const query = `ownerId=${own}&format=${format}&files=${encodeURIComponent(names.join(','))}&days=30&sessions=5&everything=stations&unknown=error${more}`
  return by.send('POST', `/credentials/import${where}?${query}`, Buffer.concat(bodies), BYTES)
}
const DO = '&leaveOutBad=false&events=true'

it('previews and imports three BKG files; a reseller may not', async () => {
  const files = {
    'users.aut': 'Ana.Ñ:a\nbeto:b\nbroken\n',
    'groups.aut': 'g:Ana.Ñ,beto\n',
    'clientmounts.aut': '/CDMX_RTCM32:g\n/TOLU_RTCM32:g\n',
  }
  const { status, body, text } = await send(files, 'bkg')
  expect(status, text).toBe(200)
  expect(body.preview.counts).toEqual({ new: 2, unchanged: 0, left_out: 0, conflict: 0, bad: 1 })
  expect(body.preview.lines[0]).toMatchObject({ line: 1, username: 'Ana.Ñ', access: 'g', maxSessions: 5, isWeak: true })
  expect(text).not.toContain('"password":')
  const refused = await send(files, 'bkg', DO, '')
  expect(refused.body).toMatchObject({ isDone: false })
  expect((await operator.get('/credentials')).body.credentials).toEqual([])
  const done = await send({ ...files, 'users.aut': files['users.aut'].replace('broken\n', '') }, 'bkg', DO, '')
  expect(done.body).toMatchObject({ isDone: true, preview: { counts: { new: 2 } } })
  const found = await operator.get('/credentials?q=ana.%C3%B1')
  expect(found.body.credentials.map(({ username }: { username: string }) => username)).toEqual(['Ana.Ñ'])
  const reseller = await site.signedIn('reseller', own)
  expectProblem(await send(files, 'bkg', '', '/preview', reseller), 403, 'forbidden')
})

it('imports an export with passwords unchanged, whatever characters it contains', async () => {
  const table = [
    'usuario,password,station_codigo,grupo,max_sesiones,label,expira_at,metadatos',
    `"=cmd|'/c'",'=1+1,CDMX,,3,"a;b ""c""",,`,
    '"a,b","  x ",,g,1,-1,,"k=v"',
    "@user,''=x,,,2,,,",
    '~tilde,"""",TOLU,,1,,,',
  ].join('\r\n')
  const first = await send({ 't.csv': table }, 'csv', DO, '')
  expect(first.body.preview.counts, first.text).toMatchObject({ new: 4, bad: 0 })
  const exported = await operator.post('/credentials.csv')
  expect(exported.text).toContain("'=cmd|'/c'")
  const again = await send({ 'credenciales.csv': exported.text }, 'csv', DO, '')
  expect(again.body.preview.counts, again.text).toEqual({ new: 0, unchanged: 6, left_out: 0, conflict: 0, bad: 0 })
  const rows = (await site.db.pool.query('select username, given_username from credentials order by id')).rows
  expect(rows.map(({ username }) => username)).toEqual(['ana.ñ', 'beto', "=cmd|'/c'", 'a,b', '@user', '~tilde'])
  const [found] = (await operator.get('/credentials?q=%3Dcmd')).body.credentials
  const secrets = await operator.post(`/credentials/${found.id}/reveal`)
  expect(secrets.body.password).toBe('=1+1')
})

it('rejects two files of the same name, because either may restrict a mountpoint', async () => {
  const parts: [string, string][] = [
    ['groups.aut', 'g:ana\n'],
    ['groups.aut', 'h:ana\n'],
    ['users.aut', 'ana:secret11\n'],
  ]
  const { status, body } = await sendParts(parts, 'bkg')
  expect([status, body.code]).toEqual([400, 'file_not_readable'])
  expect(body.errors[0]).toMatchObject({ code: 'file_twice', params: { name: 'groups.aut' } })
})

it('removes characters from a file name that the log cannot store', async () => {
  const name = `a\0b\u009b${'x'.repeat(197)}🛰.csv`
  const { status, body, text } = await sendParts([[name, 'usuario,password\nnamed,pw\n']], 'csv', DO, '')
  expect([status, body.isDone], text).toEqual([200, true])
  const entry = (await site.audit()).findLast(({ action }) => action === 'credentials.imported')
  expect(entry!.details.file).toBe(`ab${'x'.repeat(197)}`)
})

it('rejects incomplete files', async () => {
  const { status, body } = await operator.send(
    'POST',
    `/credentials/import/preview?ownerId=${own}&format=bkg&files=u:5&days=30&sessions=5&everything=stations&unknown=error`,
    Buffer.from('a:b'),
    BYTES,
  )
  expect([status, body.code]).toEqual([400, 'file_not_readable'])
})
