import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from '../providers.tsx'
import { HomePage } from './home-page.tsx'
import { ShopOrderPage } from './shop/order-page.tsx'
import { ShopPage } from './shop/page.tsx'
import { StatusPage } from './status/status-page.tsx'
import { SubscriptionPage } from './status/subscription.tsx'

const CoveragePage = lazy(async () => ({ default: (await import('./coverage/page.tsx')).CoveragePage }))
const HostPage = lazy(() => import('./host-page.tsx'))
const WallPage = lazy(() => import('./wall-page.tsx'))

function PageHere() {
  const [, first = '', second = '', third = ''] = location.pathname.split('/')
  if (first === 'status' && second === 'subscription') return <SubscriptionPage subscriptionKey={third} />
  if (first === 'status') return <StatusPage />
  if (first === 'shop') return <ShopPage />
  if (first === 'coverage')
    return (
      <Suspense>
        <CoveragePage embedded={second === 'embed'} />
      </Suspense>
    )
  if (first === 'host')
    return (
      <Suspense>
        <HostPage hostKey={second} />
      </Suspense>
    )
  if (first === 'wall')
    return (
      <Suspense>
        <WallPage wallKey={second} />
      </Suspense>
    )
  return first === 'orders' ? <ShopOrderPage orderKey={second} /> : <HomePage />
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Providers>
      <PageHere />
    </Providers>
  </StrictMode>,
)
