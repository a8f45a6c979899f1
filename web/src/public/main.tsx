import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from '../providers.tsx'
import { HomePage } from './home-page.tsx'
import { StatusPage } from './status-page.tsx'

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Providers>{location.pathname.startsWith('/status') ? <StatusPage /> : <HomePage />}</Providers>
  </StrictMode>,
)
