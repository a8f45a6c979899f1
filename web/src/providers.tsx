// The context of every page: theme, language, query cache, notifications.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme/global.css'
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LanguageProvider } from './language.tsx'
import { Boundary } from './parts/boundary.tsx'
import { onSessionRejection, urlOf } from './service/api.ts'
import { ApiError } from './service/api-error.ts'
import { reloadWhenStale } from './service/stale-build.ts'
import { ME } from './session/session.tsx'
import { readableColours, theme } from './theme/theme.ts'
import { useEntryWords, usePartWords } from './words/common.ts'

const RETRIES = 2

/** The service's Retry-After in milliseconds. */
const waitOf = (error: Error): number | null =>
  error instanceof ApiError && 'retryAfterSeconds' in error.params
    ? Number(error.params.retryAfterSeconds) * 1_000
    : null

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Rejections are final. An unreachable or overloaded service is retried, after the time that it names.
      retry: (count, error) =>
        count < RETRIES &&
        error instanceof ApiError &&
        (error.status === 0 || error.status === 429 || error.status >= 500),
      retryDelay: (count, error) => waitOf(error) ?? 1_000 * 2 ** count,
    },
  },
})

// The session ended, or a second factor became required: reload `/me`, and the shell shows the login or the setup at
// the same address. The page stays until the response arrives, unless the session has ended.
onSessionRejection((standing, url) => {
  if (url === urlOf('/me')) return
  if (standing === 'ended') void queries.resetQueries({ queryKey: ME })
  else void queries.invalidateQueries({ queryKey: ME })
})

reloadWhenStale()

/** The service writes the nonce into the page; without it, the CSP blocks Mantine's styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// Read by react-remove-scroll (through get-nonce), which stops the page behind a drawer from scrolling.
Object.assign(globalThis, { __webpack_nonce__: nonce })

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColours}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <LanguageProvider>
          <Messages />
          <Boundary>
            <Named>{children}</Named>
          </Boundary>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Names the buttons that show a password, for screen readers. */
function Named({ children }: { children: ReactNode }) {
  const named = { defaultProps: { visibilityToggleButtonProps: { 'aria-label': useEntryWords().reveal } } }
  return <MantineThemeProvider theme={{ components: { PasswordInput: named } }}>{children}</MantineThemeProvider>
}

/** Names the close button of notifications for screen readers. */
function Messages() {
  const named = { defaultProps: { closeButtonProps: { 'aria-label': usePartWords().close } } }
  return (
    <MantineThemeProvider theme={{ components: { Notification: named } }}>
      <Notifications position="bottom-left" className="messages" />
    </MantineThemeProvider>
  )
}
