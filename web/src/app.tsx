// Maps addresses to pages. Each section is loaded when it is first opened.
import { lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import type { Me } from '../../src/http/console/contract/people/people.ts'
import { EntryPage } from './entry/entry-page.tsx'
import { FactorPage } from './entry/factor-page.tsx'
import { SsoPage } from './entry/sso-page.tsx'
import { useLanguage } from './language.tsx'
import { ProblemPanel } from './parts/problem-panel.tsx'
import { Waiting } from './parts/waiting.tsx'
import { SSO_PATH } from './session/provider.ts'
import { SignedIn, useMe, useMeQuery } from './session/session.tsx'
import { MENU } from './shell/menu.ts'
import { NoAccess, NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { useShellWords } from './words/common.ts'

const NetworkPage = lazy(() => import('./sections/network/page.tsx'))
const WallPage = lazy(() => import('./sections/network/wall/page.tsx'))
const StationsPage = lazy(() => import('./sections/stations/page.tsx'))
const QualityPage = lazy(() => import('./sections/stations/health/quality/page.tsx'))
const BasesPage = lazy(() => import('./sections/stations/health/bases/page.tsx'))
const MountpointsPage = lazy(() => import('./sections/stations/mountpoints/page.tsx'))
const RinexPage = lazy(() => import('./sections/stations/archive/orders/page.tsx'))
const UpstreamsPage = lazy(() => import('./sections/upstreams/page.tsx'))
const AlertsPage = lazy(() => import('./sections/alerts/page.tsx'))
const CredentialsPage = lazy(() => import('./sections/credentials/page.tsx'))
const CustomersPage = lazy(() => import('./sections/credentials/customers/page.tsx'))
const OrdersPage = lazy(() => import('./sections/orders/page.tsx'))
const IncidentsPage = lazy(() => import('./sections/alerts/incidents/page.tsx'))
const TokensPage = lazy(() => import('./sections/people/tokens/page.tsx'))
const WebhooksPage = lazy(() => import('./sections/webhooks/page.tsx'))
const ActivityPage = lazy(() => import('./sections/activity/page.tsx'))
const OwnersPage = lazy(() => import('./sections/people/owners/page.tsx'))
const UsersPage = lazy(() => import('./sections/people/users/page.tsx'))
const AuditPage = lazy(() => import('./sections/audit/page.tsx'))
const SettingsPage = lazy(() => import('./sections/settings/page.tsx'))
const SystemPage = lazy(() => import('./sections/system/page.tsx'))
const AccountPage = lazy(() => import('./sections/people/account/page.tsx'))

export function App() {
  return (
    <Router base="/console">
      <Switch>
        <Route path="/setup">
          <EntryPage way="setup" />
        </Route>
        <Route path="/welcome">
          <EntryPage way="welcome" />
        </Route>
        <Route path={SSO_PATH}>
          <SsoPage />
        </Route>
        <Route>
          <Inside />
        </Route>
      </Switch>
    </Router>
  )
}

function Inside() {
  const { data: me, error, isPending, refetch } = useMeQuery()
  const { choose } = useLanguage()
  const wanted = me?.user.language
  useEffect(() => {
    if (wanted) choose(wanted)
  }, [wanted, choose])
  const [settingUp, setSettingUp] = useState(false)
  // Stays set until the user has stored the recovery codes, although `/me` already reports the second factor.
  if (me && needsFactor(me) && !settingUp) setSettingUp(true)
  if (isPending) return <Waiting />
  if (error && isSignedOut(error)) return <EntryPage way="login" />
  // Once `me` is loaded, a service that is briefly unreachable does not replace the page with an error.
  if (!me) return <ProblemPanel error={error} again={refetch} />
  if (settingUp)
    return (
      <SignedIn value={me}>
        <FactorPage onDone={() => setSettingUp(false)} />
      </SignedIn>
    )
  return (
    <SignedIn value={me}>
      <Switch>
        {/* Full screen, without the menu. */}
        <Route path="/wall">
          <Suspense fallback={<Waiting />}>
            <WallPage />
          </Suspense>
        </Route>
        <Route>
          <Shell>
            <Sections />
          </Shell>
        </Route>
      </Switch>
    </SignedIn>
  )
}

const needsFactor = ({ secondFactor, user }: Me) => secondFactor === 'required' && !user.hasSecondFactor

const isSignedOut = (error: Error & { status?: number }) => error.status === 401

/** Every list takes its open row from the address: `/stations/7` is the list with station 7 in a drawer. */
function Sections() {
  const words = useShellWords()
  const { permissions, isViewing } = useMe()
  const [place] = useLocation()
  const closed = MENU.find(
    ({ path, needs }) =>
      !permissions.includes(needs) && (place === path || (path !== '/' && place.startsWith(`${path}/`))),
  )
  if (closed) return <NoAccess title={words[closed.word]} />
  return (
    <Switch>
      <Route path="/" component={NetworkPage} />
      <Route path="/stations/*?" component={StationsPage} />
      <Route path="/quality" component={QualityPage} />
      <Route path="/quality/bases" component={BasesPage} />
      <Route path="/mountpoints/*?" component={MountpointsPage} />
      <Route path="/rinex/*?" component={RinexPage} />
      <Route path="/upstreams/*?" component={UpstreamsPage} />
      <Route path="/alerts" component={AlertsPage} />
      <Route path="/credentials/*?" component={CredentialsPage} />
      <Route path="/customers/*?" component={CustomersPage} />
      <Route path="/orders/*?" component={OrdersPage} />
      <Route path="/incidents/*?" component={IncidentsPage} />
      <Route path="/activity/*?" component={ActivityPage} />
      <Route path="/platform">
        <Redirect to="/platform/tokens" />
      </Route>
      <Route path="/platform/tokens/*?" component={TokensPage} />
      <Route path="/platform/webhooks/*?" component={WebhooksPage} />
      <Route path="/people">
        <Redirect to="/people/owners" />
      </Route>
      <Route path="/people/owners/*?" component={OwnersPage} />
      <Route path="/people/users/*?" component={UsersPage} />
      <Route path="/audit/*?" component={AuditPage} />
      <Route path="/settings/*?" component={SettingsPage} />
      <Route path="/system" component={SystemPage} />
      {!isViewing && <Route path="/account/*?" component={AccountPage} />}
      <Route component={NotFound} />
    </Switch>
  )
}
