import { FRAMES } from '../../domain/network/frame.ts'
import { loadBook } from '../../store/current/current.ts'
import { catalogEntry, catalogMountpoints } from '../../wire/network/ntrip-catalog.ts'
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
      const book = await loadBook(db, casterDefaults)
      const day = clock().toISOString().slice(0, 10)
      printJson([catalogEntry({ ...book.network, reference, day }, catalogMountpoints(book))])
    }),
})
