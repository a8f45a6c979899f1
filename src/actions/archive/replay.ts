import { pushContext } from '../../base/secrets/contexts.ts'
import { randomCode } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { isMountpoint } from '../../domain/stations/input.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { lockStations } from '../../store/stations/rows.ts'
import { readPushSecret, writePushSecret } from '../../store/stations/sources.ts'
import { writeTestMountpoint } from '../../store/stations/test-mountpoints.ts'
import { type KeyedContext, record } from '../context.ts'
import { nameFaults } from '../network/mountpoints/names.ts'

const SECRET_LENGTH = 16

export interface WantedReplay {
  readonly station: Pick<Station, 'id' | 'code'>
  readonly mountpoint: string
  readonly from: Date
  readonly to: Date
}

/** Prepares a test mountpoint and returns the password for its push. A mountpoint of the network is refused. */
export function openTestMountpoint(context: KeyedContext, wanted: WantedReplay): Promise<string> {
  const { keys } = context
  const { station, mountpoint, from, to } = wanted
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    await refuseReal(tx, mountpoint)
    const id = await writeTestMountpoint(tx, mountpoint, station, context.now)
    // A second replay to the mountpoint must not end the first one, so the secret stays the same.
    const sealed = await readPushSecret(tx, id)
    const secret = sealed ? keys.decrypt(sealed, pushContext(id)) : randomCode(SECRET_LENGTH)
    if (!sealed) await writePushSecret(tx, id, keys.encrypt(secret, pushContext(id)))
    await record(tx, context, {
      action: 'archive.replayed',
      subject: { kind: 'station', id: station.id },
      details: { code: station.code, from: from.toISOString(), to: to.toISOString(), mountpoint },
    })
    return secret
  })
}

async function refuseReal(tx: Database, mountpoint: string): Promise<void> {
  if (!isMountpoint(mountpoint)) throw invalid(wrong(['mountpoint'], 'mountpoint_form'))
  const faults = await nameFaults(tx, mountpoint, 'mountpoint')
  if (faults.length > 0) throw invalid(...faults)
}
