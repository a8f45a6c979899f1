// Pages and actions that the search finds by name.
import { useMantineColorScheme } from '@mantine/core'
import {
  IconAntenna,
  IconBook,
  IconFileImport,
  IconFileSpreadsheet,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMaximize,
  IconPlugConnected,
  IconSettings,
  IconShoppingCart,
  IconSunMoon,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useAlertWords } from '../../sections/alerts/words.ts'
import { addressOf, labelOf, SETTING_FIELDS, sectionOf } from '../../sections/settings/frame/fields.ts'
import { useSettingsWords } from '../../sections/settings/words.ts'
import { type Permission, useMe } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'
import { useOtherLanguage } from '../account/use-other-language.ts'
import { useSignOut } from '../account/use-sign-out.ts'
import { MENU } from '../menu.ts'
import { LETTERS } from './letters.ts'
import { useCommandWords } from './words.ts'

export interface Command {
  readonly id: string
  readonly label: string
  readonly detail?: string
  /** The state of the object. */
  readonly mark?: ReactNode
  readonly icon: typeof IconUser
  readonly run: () => void
}

const THEMES = ['light', 'dark', 'auto'] as const

export function usePages(): Command[] {
  const words = useShellWords()
  const { permissions } = useMe()
  const [, go] = useLocation()
  const pages = MENU.filter(({ needs }) => permissions.includes(needs)).map(
    ({ word, path, icon }): Command => ({
      ...{ id: path, label: words[word], icon, run: () => go(path) },
      ...(LETTERS[path] && { detail: `g ${LETTERS[path]}` }),
    }),
  )
  return [...pages, { id: '/account', label: words.account, icon: IconUser, run: () => go('/account') }]
}

/** Every setting, by its label. */
export function useSettings(): Command[] {
  const words = { settings: useSettingsWords(), alerts: useAlertWords() }
  const { permissions } = useMe()
  const [, go] = useLocation()
  if (!permissions.includes('settings.read')) return []
  return SETTING_FIELDS.map((field) => ({
    id: `setting ${field}`,
    label: labelOf(field, words),
    detail: words.settings.sections[sectionOf(field)],
    icon: IconSettings,
    run: () => go(addressOf(field)),
  }))
}

export function useActions(showKeys: () => void): Command[] {
  const words = useCommandWords()
  const { themes } = useShellWords()
  const { permissions } = useMe()
  const [, go] = useLocation()
  const { setColorScheme } = useMantineColorScheme()
  const { choose } = useOtherLanguage()
  const signOut = useSignOut()
  const to = (needed: Permission, label: string, icon: Command['icon'], path: string): Command[] =>
    permissions.includes(needed) ? [{ id: path, label, icon, run: () => go(path) }] : []
  return [
    ...to('credentials.change', words.issue, IconTicket, '/credentials/new'),
    ...to('credentials.change', words.issueFile, IconFileSpreadsheet, '/credentials/import'),
    ...to('network.change', words.addStation, IconAntenna, '/stations/new'),
    ...to('network.change', words.importStations, IconFileImport, '/stations/import'),
    ...to('network.change', words.addUpstream, IconPlugConnected, '/upstreams/new'),
    ...to('orders.change', words.newOrder, IconShoppingCart, '/orders/new'),
    ...to('network.read', words.wall, IconMaximize, '/wall'),
    ...THEMES.map((name) => ({
      ...{ id: name, label: words.theme(themes[name]), icon: IconSunMoon, run: () => setColorScheme(name) },
    })),
    { id: 'language', label: words.language, icon: IconLanguage, run: choose },
    { id: 'keys', label: words.keys, detail: '?', icon: IconKeyboard, run: showKeys },
    { id: 'docs', label: words.docs, icon: IconBook, run: () => void open('/docs', '_blank', 'noopener') },
    { id: 'out', label: words.signOut, icon: IconLogout, run: () => signOut() },
  ]
}
