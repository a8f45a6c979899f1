import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePartWords } from '../../words/common.ts'

/** Rare and destructive actions of an object, as `Menu.Item`s. `label` names the object for screen readers. */
export function MoreMenu({ label, size = 30, children }: { label?: string; size?: number; children: ReactNode }) {
  const { moreActions } = usePartWords()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={size} aria-label={label ?? moreActions}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
