import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestMountpoint } from '../../actions/archive/replay.ts'
import { byHour, readHourChunks } from '../../archive/reading/chunks.ts'
import { LONGEST_PAUSE_MS, Replay } from '../../archive/replay/replay.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import { listSegments } from '../../store/archive/segments.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import {
  ABOUT_TIMES,
  CommandFailure,
  commandContext,
  fullTime,
  onFoundation,
  required,
  text,
  time,
  UsageError,
  verb,
} from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'
import { Push, PushRejected } from './push.ts'

export const replay = verb({
  summary: 'replay recorded data to a test mountpoint, to reproduce a complaint',
  more: `Sends the frames of STATION that were received between --from and --to to the caster, at their original pace and byte for byte. Rovers receive them at the mountpoint --mountpoint, without a login, until the command ends. Stop it with Ctrl-C.

The test mountpoint is created by the command and used for nothing else. It is not in the sourcetable or on any page, it is not recorded or measured, and the network mountpoint never uses it. A mountpoint of a station, a derived mountpoint or the network mountpoint is refused.

Gaps longer than 10 s are reported. The replay is silent for as long as the station was, but for at most ${LONGEST_PAUSE_MS / 1000} s.

The command pushes to the caster of this machine (CASTER_HOST, CASTER_PORT). Name another one with --caster. ${ABOUT_TIMES}`,
  args: ['STATION'],
  flags: {
    from: required(time('start of the window')),
    to: required(time('end of the window')),
    mountpoint: required(text('NAME', 'the test mountpoint')),
    caster: text('HOST:PORT', 'the caster to push to'),
  },
  async run({ from, to, mountpoint, caster }, code) {
    if (to <= from) throw new UsageError('--to must be later than --from')
    const config = readConfig()
    const target = caster === undefined ? localCaster(config) : casterAt(caster)
    await onFoundation(async ({ db, keys, clock }) => {
      if (to > clock()) throw new UsageError('--to is in the future')
      const station = await findStationByCode(db, code)
      if (!station) throw new CommandFailure(`there is no station ${code}`)
      const segments = await listSegments(db, station.id, from, to)
      if (segments.length === 0) throw new CommandFailure(`nothing of ${station.code} is recorded in this window`)
      const wanted = { station, mountpoint, from, to }
      const password = await openTestMountpoint(commandContext('archive replay', { db, keys }), wanted)
      const push = await Push.open({ ...target, mountpoint, password }).catch((error: Error) => {
        const why = error instanceof PushRejected ? `the caster rejected the push: ${error.message}` : error.message
        throw new CommandFailure(`cannot push to ${target.host}:${target.port}: ${why}`)
      })
      const { show, clear } = progressLine()
      const places = { storage: openStorage(config), folder: archiveFolder(config.dataDir) }
      const playing = new Replay(
        {
          send: (bytes) => push.send(bytes),
          until: (instantMs) => sleep(Math.max(0, instantMs - performance.now())).then(() => {}),
          gap(gapFrom, gapTo, pauseMs) {
            clear()
            const gapMs = gapTo.getTime() - gapFrom.getTime()
            const shortened = pauseMs < gapMs ? `, replayed as ${pauseMs / 1000} s` : ''
            console.error(`no data for ${Math.round(gapMs / 1000)} s from ${fullTime(gapFrom)}${shortened}`)
          },
          played: (atMs) => show(`${fullTime(new Date(atMs))}, ${shareOf(atMs, from, to)} %, Ctrl-C stops`),
        },
        from,
        performance.now(),
      )
      console.error(`replaying ${station.code} at mountpoint ${mountpoint}, no login needed`)
      try {
        for (const hour of byHour(segments)) {
          const chunks = await readHourChunks(places, hour, ({ name }) => {
            clear()
            console.error(`cannot read ${name}: it is missing, damaged, or still being written on another machine`)
          })
          await playing.play(chunks.filter(({ receivedMs }) => receivedMs >= +from && receivedMs < +to))
        }
        playing.end(to)
      } catch (error) {
        throw new CommandFailure(`the replay was broken off: ${(error as Error).message}`)
      } finally {
        clear()
        push.end()
      }
      if (playing.bytes === 0) throw new CommandFailure(`nothing of ${station.code} is recorded in this window`)
      console.log(`replayed ${playing.bytes} bytes of ${station.code}, ${fullTime(from)} to ${fullTime(to)}`)
    })
  },
})

const shareOf = (atMs: number, from: Date, to: Date) => Math.floor((100 * (atMs - +from)) / (+to - +from))

/** A caster that listens on all addresses is reached over loopback. */
function localCaster({ casterHost, casterPort }: { readonly casterHost: string; readonly casterPort: number }) {
  const host = casterHost === '0.0.0.0' ? '127.0.0.1' : casterHost === '::' ? '::1' : casterHost
  return { host, port: casterPort }
}

function casterAt(said: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(said) ?? []
  const host = bracketed ?? plain
  if (host === undefined || (bracketed !== undefined && isIP(host) !== 6) || Number(port) > 65_535)
    throw new UsageError(`--caster: expected an address such as caster.example.com:2101, got "${said}"`)
  return { host, port: Number(port) }
}
