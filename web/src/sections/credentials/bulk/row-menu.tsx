import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCalendarPlus,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import type { Asked } from './dialogs.tsx'
import { type ChangeKind, isOver } from './target.ts'
import { useBulkWords } from './words.ts'

export const KIND_ICONS: Record<ChangeKind, TablerIcon> = {
  renew: IconCalendarPlus,
  suspend: IconPlayerPause,
  resume: IconPlayerPlay,
  change: IconPencil,
  revoke: IconTrash,
}

/** Actions that the credential's state allows. */
export const kindsFor = (credential: Credential): readonly ChangeKind[] => {
  if (credential.state === 'revoked') return []
  const pause = credential.suspendedAt === null ? 'suspend' : 'resume'
  return isOver(credential) ? ['renew', 'change'] : ['renew', pause, 'change', 'revoke']
}

export function RowMenu({ credential, ask }: { credential: Credential; ask: (asked: Asked) => void }) {
  const words = useBulkWords()
  const kinds = kindsFor(credential)
  if (kinds.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOf(credential.username)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => {
          const Icon = KIND_ICONS[kind]
          return (
            <Menu.Item
              key={kind}
              color={kind === 'revoke' ? 'red.9' : undefined}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => ask({ kind, target: { one: credential } })}
            >
              {words.kinds[kind]}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
