import { ActionIcon, Button, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useShellWords } from '../words/common.ts'
import { useOtherLanguage } from './account/use-other-language.ts'

const THEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

export function ThemeSwitch() {
  const words = useShellWords()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = THEMES.find(([name]) => name === colorScheme)?.[1] ?? IconDeviceDesktop
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.theme}>
          <Current size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {THEMES.map(([name, Icon]) => (
          <Menu.Item key={name} leftSection={<Icon size={16} aria-hidden />} onClick={() => setColorScheme(name)}>
            {words.themes[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** With two languages, one button is enough. */
export function LanguageSwitch() {
  const words = useShellWords()
  const { other, choose } = useOtherLanguage()
  return (
    <Button variant="subtle" size="compact-sm" lang={other} onClick={choose}>
      {words.language}
    </Button>
  )
}
