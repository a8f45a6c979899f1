// Finds stations, credentials, customers, pages and actions that the user may see, and acts on them by verb.
import '@mantine/spotlight/styles.css'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Asked } from '../../sections/credentials/bulk/dialogs.tsx'
import { useMe } from '../../session/session.tsx'
import classes from './commands.module.css'
import { type Command, useActions, usePages, useSettings } from './known.ts'
import { matching } from './matching.ts'
import { useObjectCommands } from './objects.tsx'
import { readRecent } from './recent.ts'
import { FOUND, useFound, useRecentObjects } from './use-found.ts'
import { typedCommandIn } from './verbs.ts'
import { useCommandWords } from './words.ts'

const TYPING_MS = 180
const LIST = 'found-by-search'

const [store, spotlight] = createSpotlight()

interface Props {
  readonly onClose: () => void
  readonly onKeys: () => void
  /** Opens the dialog of an action on a credential. */
  readonly onAsk: (asked: Asked) => void
}

export default function Finder({ onClose, onKeys, onAsk }: Props) {
  const words = useCommandWords()
  const { user } = useMe()
  const [recent] = useState(() => readRecent(user.id))
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS)
  const pages = matching(usePages(), typed)
  const actions = matching(useActions(onKeys), typed)
  const settings = matching(useSettings(), typed)
  const spoken = typedCommandIn(wanted, words.verbs)
  const commands = useObjectCommands(onAsk)
  const { verbs, stations, credentials, customers, isSearching } = useFound(spoken, recent, commands)
  const opened = useRecentObjects(recent, commands)
  useEffect(() => {
    spotlight.open()
    return () => spotlight.close()
  }, [])
  // Until results for the current text arrive, keep only old results that still match, so that Enter opens nothing
  // else.
  const still = (found: readonly Command[]) =>
    typed.trim() === wanted
      ? found
      : matching(
          found.map((command) => ({ label: `${command.label} ${command.detail ?? ''}`, command })),
          typedCommandIn(typed, words.verbs).name,
        ).map(({ command }) => command)
  const groups = [
    { label: words.recent, commands: typed.trim() === '' ? opened : [] },
    { label: words.verbsTitle, commands: still(verbs) },
    { label: words.actions, commands: actions },
    { label: words.pages, commands: pages },
    // Only for a text: the list without one would be nothing but settings.
    { label: words.settings, commands: typed.trim() === '' ? [] : settings.slice(0, FOUND) },
    { label: words.stations, commands: still(stations) },
    { label: words.customers, commands: still(customers) },
    { label: words.credentials, commands: still(credentials) },
  ].filter(({ commands }) => commands.length > 0)
  const shown = groups.flatMap(({ commands }) => commands.map(({ id }) => id)).join('\n')
  // Results arrive after the text was typed; Enter opens the first visible one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the shown results change
  useEffect(() => {
    const list = document.getElementById(LIST)
    if (!list?.querySelector('[data-selected]'))
      list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  }, [shown])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={460}
      transitionProps={{ duration: 0 }}
      title={words.open}
      classNames={{ header: classes.unseen ?? '' }}
    >
      <Spotlight.Search
        placeholder={words.hint}
        aria-label={words.hint}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList id={LIST}>
        {groups.map(({ label, commands }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {commands.map((command) => (
              <CommandLine key={command.id} command={command} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{isSearching ? words.searching : words.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function CommandLine({ command: { label, detail, mark, icon: Icon, run } }: { command: Command }) {
  return (
    <Spotlight.Action onClick={run}>
      <Icon size={18} aria-hidden style={{ flexShrink: 0, marginRight: 12 }} />
      <Text size="sm" style={{ flex: 1 }} truncate>
        {label}
      </Text>
      {detail && (
        <Text size="xs" truncate maw="50%" className={classes.detail ?? ''}>
          {detail}
        </Text>
      )}
      {mark && <span className={classes.mark ?? ''}>{mark}</span>}
    </Spotlight.Action>
  )
}
