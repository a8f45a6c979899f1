import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { keepNode, keepWitness } from '../support/rows.ts'
import { type Answer, BASE_URL, type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx)
  client = await service.client()
  await keepWitness(service.db)
  await keepNode(service.db, 'alive')
  await keepNode(service.db, 'dead', -3600)
})
afterAll(() => service.stop())

const issue = async (body: object = {}): Promise<{ id: number; usuario: string }> =>
  (await client.post('/credentials', { segundos: 3600, station_codigo: 'CDMX', ...body })).body.credential

let sessions = 0
async function connect(
  credentialId: number,
  startedAt: string,
  { node = 'alive', endedAt = null as string | null, more = {} as Record<string, unknown> } = {},
): Promise<void> {
  const columns = {
    id: `s${++sessions}`,
    node,
    credential_id: credentialId,
    username: 'u',
    mountpoint: 'CDMX_RTCM32',
    started_at: startedAt,
    ended_at: endedAt,
    end_reason: endedAt && 'client_left',
    address: '203.0.113.7',
    agent: 'NTRIP Test/1',
    ...more,
  }
  const names = Object.keys(columns)
  await service.db.pool.query(
    `insert into sessions (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  )
}

const shownUse = ({ conectada, ultima_conexion_at }: { conectada: boolean; ultima_conexion_at: string | null }) => [
  conectada,
  ultima_conexion_at,
]
const read = async (id: number) => shownUse((await client.get(`/credentials/${id}`)).body.credential)

describe('conectada and ultima_conexion_at', () => {
  it('are false and null for a new credential, single and in a batch', async () => {
    const one = await client.post('/credentials', { segundos: 3600 })
    const batch = await client.post('/credentials/batch', { credentials: [{ segundos: 3600 }] })
    for (const credential of [one.body.credential, ...batch.body.credentials])
      expect(shownUse(credential)).toEqual([false, null])
  })

  it('show a connected rover wherever a credential is returned', async () => {
    const { id } = await issue()
    await connect(id, '2026-11-15T10:00:00.000Z', { endedAt: '2026-11-15T11:00:00.000Z' })
    expect(await read(id)).toEqual([false, '2026-11-15T10:00:00.000Z'])
    await connect(id, '2026-11-16T10:00:00.000Z')
    const connected = [true, '2026-11-16T10:00:00.000Z']
    expect(await read(id)).toEqual(connected)
    const [listed] = (await client.get('/credentials?limit=1')).body.credentials
    expect(shownUse(listed)).toEqual(connected)
    expect(shownUse((await client.delete(`/credentials/${id}`)).body.credential)).toEqual(connected)
  })

  it('ignore sessions that a dead caster left open', async () => {
    const { id } = await issue()
    await connect(id, '2026-11-16T10:00:00.000Z', { node: 'dead' })
    expect(await read(id)).toEqual([false, '2026-11-16T10:00:00.000Z'])
  })

  it('are in no event', async () => {
    for (const { body } of await service.events()) {
      expect(Object.keys(JSON.parse(body).data.credential)).not.toContain('conectada')
      expect(body).not.toContain('ultima_conexion_at')
    }
  })
})

describe('GET /credentials/{id}/sesiones', () => {
  it('returns each session with its details, newest first', async () => {
    const { id } = await issue()
    await connect(id, '2026-11-15T10:00:00.000Z', { endedAt: '2026-11-15T11:00:00.500Z' })
    const more = { bytes: 1234, quality: 5, positions: 3, fixed_positions: 2, lat: 19.4, lng: -99.1, distance_km: 2.5 }
    await connect(id, '2026-11-16T10:00:00.000Z', { more })
    const { status, body, headers } = await client.get(`/credentials/${id}/sesiones`)
    const common = { mountpoint: 'CDMX_RTCM32', ip: '203.0.113.7', agente: 'NTRIP Test/1' }
    expect([status, headers['cache-control'], body]).toEqual([
      200,
      'no-store',
      {
        ok: true,
        sesiones: [
          {
            ...{ inicio_at: '2026-11-16T10:00:00.000Z', fin_at: null, fin_motivo: null, ...common },
            ...{ bytes: 1234, calidad: 5, fijo_pct: 66, lat: 19.4, lng: -99.1, distancia_km: 2.5 },
          },
          {
            ...{ inicio_at: '2026-11-15T10:00:00.000Z', fin_at: '2026-11-15T11:00:00.500Z', ...common },
            ...{ fin_motivo: 'client_left', bytes: 0, calidad: null, fijo_pct: null, lat: null, lng: null },
            distancia_km: null,
          },
        ],
        next_cursor: null,
      },
    ])
  })

  it('pages by cursor, also if several sessions began at the same time', async () => {
    const { id } = await issue()
    const times = ['10', '11', '11', '11', '12'].map((hour) => `2026-11-15T${hour}:00:00.000Z`)
    for (const [index, time] of times.entries()) await connect(id, time, { more: { agent: `device ${index}` } })
    const seen: string[] = []
    for (let path: string | null = `/credentials/${id}/sesiones?limit=2`; path !== null; ) {
      const { body, headers }: Answer = await client.get(path)
      seen.push(...body.sesiones.map(({ agente }: { agente: string }) => agente))
      const [, next] = /^<(.+)>; rel="next"$/.exec(`${headers.link}`) ?? []
      expect(next === undefined).toBe(body.next_cursor === null)
      path = next?.replace(BASE_URL, '') ?? null
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((index) => `device ${index}`))
  })

  it.each(['x', 'YmVmb3JlOjQy', Buffer.from('after:x').toString('base64url')])(
    'rejects the cursor %s',
    async (cursor) => {
      const { id } = await issue()
      expectInvalid(await client.get(`/credentials/${id}/sesiones?cursor=${cursor}`), '/cursor')
    },
  )
})

const diagnose = async (id: number) => (await client.get(`/credentials/${id}/diagnostico`)).body
const codes = ({ hallazgos }: { hallazgos: { codigo: string; motivo: string | null; grave: boolean }[] }) =>
  hallazgos.map(({ codigo, motivo, grave }) => [codigo, motivo, grave])

describe('GET /credentials/{id}/diagnostico', () => {
  it('reports a credential in force that was never used', async () => {
    const body = await diagnose((await issue()).id)
    expect(body).toMatchObject({ ok: true, acceso: true })
    expect(codes(body)).toEqual([
      ['in_force', null, false],
      ['never_seen', null, false],
    ])
    expect(body.hallazgos[0].texto).toMatch(/^It is active until \d{4}-.* UTC and gives access to CDMX_RTCM32\.$/)
  })

  it('returns Spanish if preferred', async () => {
    const { id } = await issue()
    const spanish = await client.get(`/credentials/${id}/diagnostico`, { 'accept-language': 'es-MX,en;q=0.5' })
    expect(spanish.headers).toMatchObject({ 'content-language': 'es' })
    expect(codes(spanish.body)).toEqual(codes(await diagnose(id)))
    expect(spanish.body.hallazgos[0].texto).toMatch(/CDMX_RTCM32/)
    expect(spanish.body.hallazgos[0].texto).not.toMatch(/in force/)
  })

  it('reports a revoked or scheduled credential', async () => {
    const { id } = await issue()
    await client.delete(`/credentials/${id}`)
    const revoked = await diagnose(id)
    expect([revoked.acceso, codes(revoked)[0]]).toEqual([false, ['revoked', null, true]])
    const later = await issue({ inicia_at: new Date(Date.now() + 86_400_000).toISOString() })
    const scheduled = await diagnose(later.id)
    expect([scheduled.acceso, codes(scheduled)[0]]).toEqual([false, ['not_started', null, true]])
  })

  it('reports the last refused attempt and the previous session', async () => {
    const { id, usuario } = await issue()
    await connect(id, '2026-11-15T10:00:00.000Z', { endedAt: '2026-11-15T11:00:00.000Z' })
    await service.db.pool.query(
      `insert into refusals (first_at, last_at, times, username, credential_id, mountpoint, reason, address, agent)
       values ('2026-11-16', '2026-11-16', 3, $1, $2, 'CDMX_RTCM32', 'bad_password', '203.0.113.9', 'x')`,
      [usuario, id],
    )
    const body = await diagnose(id)
    expect([body.acceso, codes(body)]).toEqual([
      true,
      [
        ['in_force', null, false],
        ['refused', 'bad_password', true],
        ['ended', 'client_left', false],
      ],
    ])
    expect(body.hallazgos[1].texto).toContain('203.0.113.9 (3 times), was rejected: the password was wrong')
  })

  it('reports a lost VRS engine without its address', async () => {
    const { id } = await issue()
    const why = { code: 'nobody_listens', params: { host: 'caster.partner.example', port: 2101 } }
    const lost = [{ at: '2026-11-15T10:30:00.000Z', code: 'vrs_lost', params: { why } }]
    await connect(id, '2026-11-15T10:00:00.000Z', {
      endedAt: '2026-11-15T11:00:00.000Z',
      more: { notes: JSON.stringify(lost) },
    })
    const ended = await client.get(`/credentials/${id}/diagnostico`)
    expect(ended.body.hallazgos[1].texto).toContain('the connection to the VRS engine was lost')
    const away = [{ ...lost[0], code: 'vrs_away' }]
    await connect(id, '2026-11-15T12:00:00.000Z', { more: { notes: JSON.stringify(away) } })
    const noted = await client.get(`/credentials/${id}/diagnostico`, { 'accept-language': 'es' })
    expect(codes(noted.body)[2]).toEqual(['noted', 'vrs_away', false])
    expect(noted.body.hallazgos[2].texto).toContain('el motor VRS no envía datos: recibe la base más cercana')
    for (const { text } of [ended, noted]) expect(text).not.toMatch(/partner|2101/)
  })
})

describe.each(['sesiones', 'diagnostico'])('GET /credentials/{id}/%s', (what) => {
  it("returns 404 for another owner's or a missing credential, and 400 for an invalid id", async () => {
    const { id } = await issue()
    const stranger = await service.client(['read'], 'Somebody else')
    expectProblem(await stranger.get(`/credentials/${id}/${what}`), 404, 'credential_not_found')
    expectProblem(await client.get(`/credentials/999999999/${what}`), 404, 'credential_not_found')
    expectInvalid(await client.get(`/credentials/x/${what}`), '/id')
  })

  it('needs the scope read', async () => {
    const { id } = await issue()
    const writer = await service.client(['provision'])
    expectProblem(await writer.get(`/credentials/${id}/${what}`), 403, 'insufficient_scope')
  })
})
