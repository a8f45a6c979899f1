// Finds stations, credentials, customers, pages and actions that the user may see.
import '@mantine/spotlight/styles.css'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconAntenna, IconSearch, IconTicket, IconUser } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { customerPath } from '../../sections/credentials/customers/path.ts'
import { useAnswer } from '../../service/answers.ts'
import { useMay } from '../../session/session.tsx'
import classes from './commands.module.css'
import { type Command, useActions, usePages } from './known.ts'
import { matching } from './matching.ts'
import { useCommandWords } from './words.ts'

const TYPING_MS = 180
const LEAST_LETTERS = 2
const FOUND = 6
const LIST = 'found-by-search'

const [store, spotlight] = createSpotlight()

export default function Finder({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const words = useCommandWords()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS)
  const pages = matching(usePages(), typed)
  const actions = matching(useActions(onKeys), typed)
  const { stations, credentials, customers, isSearching } = useFound(wanted)
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
          found.map((command) => ({ label: `${command.label} ${command.detail}`, command })),
          typed,
        ).map(({ command }) => command)
  const groups = [
    { label: words.actions, commands: actions },
    { label: words.pages, commands: pages },
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

function CommandLine({ command: { label, detail, icon: Icon, run } }: { command: Command }) {
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
    </Spotlight.Action>
  )
}

function useFound(wanted: string) {
  const words = useCommandWords()
  const [, go] = useLocation()
  const enabled = wanted.length >= LEAST_LETTERS
  const seesCredentials = useMay('credentials.read')
  const stations = useAnswer('/stations', { query: { search: wanted, limit: FOUND }, enabled })
  const credentials = useAnswer('/credentials', {
    query: { q: wanted, limit: FOUND },
    enabled: enabled && seesCredentials,
  })
  const rows = (enabled && credentials.data?.credentials) || []
  const command = (id: string, label: string, detail: string, icon: Command['icon'], to: string): Command => ({
    ...{ id, label, detail, icon, run: () => go(to) },
  })
  // Only customers whose name matches: other rows matched by station or user name.
  const byPath = new Map(
    rows.flatMap((row) => (row.customerName === null ? [] : [[customerPath(row.ownerId, row), row.customerName]])),
  )
  const named = matching(
    [...byPath].map(([path, label]) => ({ path, label })),
    wanted,
  )
  return {
    isSearching: enabled && (stations.isFetching || credentials.isFetching),
    stations: ((enabled && stations.data?.stations) || []).map(({ id, code, name }) =>
      command(`station ${id}`, code, name, IconAntenna, `/stations/${id}`),
    ),
    customers: named.map(({ path, label }) => command(`customer ${path}`, label, '', IconUser, path)),
    credentials: rows.map(({ id, username, customerName, label, stationCode }) =>
      command(
        `credential ${id}`,
        username,
        [customerName ?? label, stationCode ?? words.wholeNetwork].filter(Boolean).join(' · '),
        IconTicket,
        `/credentials/${id}`,
      ),
    ),
  }
}
