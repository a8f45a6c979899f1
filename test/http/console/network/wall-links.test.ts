import { afterAll, beforeAll, expect, it } from 'vitest'
import { isWallKey, MOST_WALL_LINKS } from '../../../../src/domain/network/overview/wall.ts'
import { expectProblem } from '../../../support/problems.ts'
import { BASE_URL } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let administrator: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  administrator = await site.signedIn('administrator')
})
afterAll(() => site.stop())

it('creates a public link that is shown once, and withdraws it; both are in the audit log', async () => {
  const made = await administrator.post('/wall-links', { name: 'Recepción' })
  expect(made.status).toBe(201)
  const { link, url } = made.body
  expect(isWallKey(url.replace(`${BASE_URL}/wall/`, ''))).toBe(true)
  expect(await site.lastAuditEntry()).toMatchObject({
    action: 'wall_link.created',
    details: { id: link.id, name: 'Recepción' },
  })
  const { body } = await administrator.get('/wall-links')
  expect(body.links).toEqual([link])
  const { rows } = await site.db.pool.query('select * from wall_links')
  expect(JSON.stringify(rows)).not.toContain(url.slice(-24))

  expect((await administrator.delete(`/wall-links/${link.id}`)).status).toBe(200)
  expect(await site.lastAuditEntry()).toMatchObject({ action: 'wall_link.withdrawn', details: { name: 'Recepción' } })
  expect((await administrator.get('/wall-links')).body.links).toEqual([])
  expectProblem(await administrator.delete(`/wall-links/${link.id}`), 404, 'wall_link_not_found')
})

it('limits the number of links, and requires a name', async () => {
  expect((await administrator.post('/wall-links', { name: ' ' })).status).toBe(400)
  for (let count = 0; count < MOST_WALL_LINKS; count++)
    expect((await administrator.post('/wall-links', { name: `Pantalla ${count}` })).status).toBe(201)
  const refused = await administrator.post('/wall-links', { name: 'Otra' })
  expectProblem(refused, 400, 'invalid_request', ['/name'])
})
