// What every page of ours stands in: theme, language, answers that are remembered, messages.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme/global.css'
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LanguageProvider } from './language.tsx'
import { Boundary } from './parts/boundary.tsx'
import { onStanding, urlOf } from './service/api.ts'
import { ApiError } from './service/api-error.ts'
import { reloadWhenStale } from './service/stale-build.ts'
import { ME } from './session/session.tsx'
import { readableColours, theme } from './theme/theme.ts'
import { usePartWords } from './words/common.ts'

const RETRIES = 2

/** As the service says, in milliseconds. */
const waitOf = (error: Error): number | null =>
  error instanceof ApiError && 'retryAfterSeconds' in error.params
    ? Number(error.params.retryAfterSeconds) * 1_000
    : null

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays one; a service that does not answer may come back, and one that says when is asked then.
      retry: (count, error) =>
        count < RETRIES &&
        error instanceof ApiError &&
        (error.status === 0 || error.status === 429 || error.status >= 500),
      retryDelay: (count, error) => waitOf(error) ?? 1_000 * 2 ** count,
    },
  },
})

// While somebody worked the session ended, or a second factor became required: the shell asks who they are, and shows the login, or
// what is to be set up, at the same address. What is on the page stays until the answer is there, unless nobody is signed in.
onStanding((standing, url) => {
  if (url === urlOf('/me')) return
  if (standing === 'ended') void queries.resetQueries({ queryKey: ME })
  else void queries.invalidateQueries({ queryKey: ME })
})

reloadWhenStale()

/** The service writes it into the page; without it the browser refuses the styles that Mantine makes. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// What keeps the page behind a drawer from scrolling (react-remove-scroll, by get-nonce) looks for it here.
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
          <Boundary>{children}</Boundary>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** What closes a message is a cross, and needs a name. */
function Messages() {
  const named = { defaultProps: { closeButtonProps: { 'aria-label': usePartWords().close } } }
  return (
    <MantineThemeProvider theme={{ components: { Notification: named } }}>
      <Notifications position="top-center" className="messages" />
    </MantineThemeProvider>
  )
}
