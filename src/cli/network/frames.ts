import { FRAMES } from '../../domain/network/frame.ts'
import { isShown } from '../../domain/stations/serving.ts'
import { loadBook } from '../../store/current/current.ts'
import { catalogEntry } from '../../wire/network/ntrip-catalog.ts'
import { asJson, onFoundation, printJson, printList, required, text, verb } from '../kit/command.ts'

export const frames = verb({
  summary: 'list the reference frames that networks and stations can use',
  flags: asJson,
  async run({ json }) {
    printList(
      json,
      FRAMES.map(({ key, name, epsg, epoch, country }) => ({ key, name, epsg, epoch, country })),
      {
        KEY: ({ key }) => key,
        NAME: ({ name }) => name,
        EPSG: ({ epsg }) => epsg,
        EPOCH: ({ epoch }) => epoch,
        COUNTRY: ({ country }) => country,
      },
      'no frames',
    )
  },
})

export const catalog = verb({
  summary: 'print the entry of the network for the public NTRIP catalogue (ntrip-catalog.org)',
  more: 'Receivers and apps read from the catalogue in which reference frame a mountpoint is. Send it as the catalogue asks. Mountpoints of external casters and frames that the table does not contain are left out.',
  flags: { reference: required(text('URL', 'your public page that names the reference frame')) },
  run: ({ reference }) =>
    onFoundation(async ({ db, casterDefaults, clock }) => {
      const { network, active, byId, mountpoints } = await loadBook(db, casterDefaults)
      const own = active.filter((station) => !station.upstream && isShown(station))
      const derived = mountpoints.flatMap(({ name, stationId, alteration }) => {
        const station = byId.get(stationId)
        return station && own.includes(station) ? [{ ...station, ...alteration.announced, mountpoint: name }] : []
      })
      const day = clock().toISOString().slice(0, 10)
      printJson([catalogEntry({ ...network, reference, day }, [network, ...own, ...derived])])
    }),
})
