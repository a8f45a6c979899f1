// The wall in the console: full screen, with the user's own alerts and a way back.
import { IconShare, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Waiting } from '../../../parts/waiting.tsx'
import { useMay } from '../../../session/session.tsx'
import { IdentityDialog } from '../../../shell/dialogs/identity-dialog.tsx'
import { SessionDialog } from '../../../shell/dialogs/session-dialog.tsx'
import { Control, WallView } from '../../../wall/view.tsx'
import { useWallWords } from '../../../wall/words.ts'
import { useAttentionText } from '../../alerts/use-attention.ts'
import { useOverview } from '../use-overview.ts'

const WallLinks = lazy(() => import('./links.tsx'))

export default function WallPage() {
  const { live, overview, error, again } = useOverview()
  const textOf = useAttentionText()
  const stations = useMemo(() => [...(live.stations?.values() ?? [])], [live.stations])
  const located = useMemo(() => [...(live.rovers?.values() ?? [])], [live.rovers])
  if (!overview) return error ? <ProblemPanel error={error} again={again} /> : <Waiting />
  const { network, rovers, traffic, attention } = overview
  return (
    <>
      <WallView
        facts={{
          network,
          stations,
          located,
          rovers,
          bytesPerMinute: traffic?.bytes ?? null,
          alerts: attention.map((item) => ({
            key: `${item.kind} ${item.id ?? item.name}`,
            severity: item.severity,
            text: textOf(item),
            since: item.since,
          })),
          isStale: !live.connected && live.stations !== null,
        }}
        actions={<Actions />}
      />
      <IdentityDialog />
      <SessionDialog />
    </>
  )
}

function Actions() {
  const words = useWallWords()
  const [, go] = useLocation()
  const seesLinks = useMay('settings.read')
  const [opened, setOpened] = useState(false)
  return (
    <>
      {seesLinks && <Control icon={IconShare} label={words.share} onClick={() => setOpened(true)} />}
      <Control icon={IconX} label={words.leave} onClick={() => go('/')} />
      <Suspense>{opened && <WallLinks onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
