// Mountpoints that a customer can choose instead of the first one: on the page and in the recipe.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addNetworkMountpoint } from '../../../../src/actions/network/mountpoints/network.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CustomerSite } from '../support.ts'

let site: CustomerSite
let client: Client

beforeAll(async () => {
  site = await CustomerSite.start()
  await site.service.saveStations({ ...STATIONS.cdmx, velocity: [-0.01, 0.002, -0.004] })
  client = await site.service.client()
})
afterAll(() => site.stop())

async function pageOf(more: object, language = 'en') {
  const { body } = await client.post('/credentials', { segundos: 30 * 86_400, ...more })
  return async (receiver = '') => {
    const { text } = await site.get(`${body.credential.url}?lang=${language}${receiver && `&receiver=${receiver}`}`)
    return text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  }
}

it('lists them with frame and form once there are any, and recommends one that fits the receiver', async () => {
  const context = byTest(site.service.services)
  const page = await pageOf({})
  const spanish = await pageOf({}, 'es')
  const ofStation = await pageOf({ station_codigo: 'CDMX' })
  for (const text of [await page(), await ofStation()]) expect(text).not.toContain('Other mountpoints')

  const announced = { frame: 'itrf2014', epoch: 2026.5 }
  await addNetworkMountpoint(context, 'RED-14', { alteration: { announced } })
  await addNetworkMountpoint(context, 'RED-OLD', { alteration: { form: 'legacy' } })
  await addNetworkMountpoint(context, 'FREE', { isOpen: true })
  await addMountpoint(context, 'CDMX-14', { code: 'CDMX' }, { alteration: { announced } })

  const text = await page()
  expect(text).toContain('Other mountpointsRED-14 ITRF2014, epoch 2026.5')
  expect(text).toContain('RED-OLD ITRF2008, epoch 2010.0; 1004 and 1012')
  expect(text).toContain('use RED unless your project needs another one')
  for (const absent of ['FREE', 'CDMX-14']) expect(text).not.toContain(absent)
  expect(await spanish()).toContain('Otros puntos de montajeRED-14 ITRF2014, época 2026.5')
  expect(await ofStation()).toContain('Other mountpointsCDMX-14 ITRF2014, epoch 2026.5')
  expect(await page('older')).toContain('Use the mountpoint RED-OLD, which sends 1004 and 1012.')
})
