// Stations, credentials and customers as commands: to open them, or to act on them.
import { IconAntenna, IconTicket, IconTool, IconUser } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { Credential } from '../../../../src/http/console/contract/credentials/credentials.ts'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import { StationMark } from '../../parts/marks/status-mark.tsx'
import { notify, notifyProblem } from '../../parts/notify.ts'
import { useProblemText } from '../../parts/problem-panel.tsx'
import type { Asked } from '../../sections/credentials/bulk/dialogs.tsx'
import { KIND_ICONS, kindsFor } from '../../sections/credentials/bulk/row-menu.tsx'
import { useBulkWords } from '../../sections/credentials/bulk/words.ts'
import { customerIn } from '../../sections/credentials/customers/path.ts'
import { CredentialMark } from '../../sections/credentials/mark.tsx'
import { useRefresh } from '../../sections/stations/use-station.ts'
import { useStationWords } from '../../sections/stations/words.ts'
import { api, at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import type { Command } from './known.ts'
import type { Verb } from './verbs.ts'
import { useCommandWords } from './words.ts'

/** A command for an object has the object's address. */
export interface ObjectCommand extends Command {
  readonly path: string
}

export function useObjectCommands(ask: (asked: Asked) => void) {
  const words = useCommandWords()
  const bulk = useBulkWords()
  const stationWords = useStationWords()
  const textOf = useProblemText()
  const refresh = useRefresh()
  const [, go] = useLocation()
  const mayChange = { credentials: useMay('credentials.change'), network: useMay('network.change') }

  const openStation = (station: Station): ObjectCommand => {
    const path = `/stations/${station.id}`
    const shown = {
      label: station.code,
      detail: station.name,
      icon: IconAntenna,
      mark: <StationMark station={station} />,
    }
    return { id: `station ${station.id}`, ...shown, path, run: () => go(path) }
  }
  const openCredential = (credential: Credential): ObjectCommand => {
    const path = `/credentials/${credential.id}`
    const shown = { label: credential.username, detail: aboutOf(credential), icon: IconTicket }
    return { id: `credential ${credential.id}`, ...shown, mark: markOf(credential), path, run: () => go(path) }
  }
  const openCustomer = (path: string, name?: string): ObjectCommand => {
    const label = name ?? customerIn(path.split('/')[3]!)
    return { id: `customer ${path}`, label, icon: IconUser, path, run: () => go(path) }
  }
  const aboutOf = ({ customerName, label, stationCode }: Credential) =>
    [customerName ?? label, stationCode ?? words.wholeNetwork].filter(Boolean).join(' · ')
  const markOf = ({ state, suspendedAt }: Credential) => <CredentialMark state={state} suspendedAt={suspendedAt} />

  const maintain = async ({ id, code, declaredStatus }: Station) => {
    const on = declaredStatus !== 'maintenance'
    try {
      await api.post(at('/stations/:id/maintenance', { id }), { on })
      notify(on ? stationWords.maintenanceBegan(code) : stationWords.maintenanceEnded(code))
      await refresh()
    } catch (error) {
      notifyProblem(textOf(error as Error))
    }
  }
  /** The object's command for the verb; none if its state or the user's role does not allow it. */
  const stationVerb = (verb: Verb, station: Station): ObjectCommand[] => {
    if (verb !== 'maintenance' || !mayChange.network || station.archived) return []
    const { code, declaredStatus } = station
    const action = declaredStatus === 'maintenance' ? stationWords.maintenanceOff : stationWords.maintenanceOn
    const open = openStation(station)
    return [
      {
        ...open,
        id: `${verb} ${open.id}`,
        label: `${action}: ${code}`,
        icon: IconTool,
        run: () => void maintain(station),
      },
    ]
  }
  const credentialVerb = (verb: Verb, credential: Credential): ObjectCommand[] => {
    if (verb === 'maintenance' || !mayChange.credentials || !kindsFor(credential).includes(verb)) return []
    const open = openCredential(credential)
    const run = () => ask({ kind: verb, target: { one: credential } })
    const label = `${bulk.kinds[verb]}: ${credential.username}`
    return [{ ...open, id: `${verb} ${open.id}`, label, icon: KIND_ICONS[verb], run }]
  }
  return { openStation, openCredential, openCustomer, stationVerb, credentialVerb }
}
