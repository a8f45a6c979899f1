import { Redirect, Route, Switch } from 'wouter'
import { RefusalList } from './refusals.tsx'
import { SessionList } from './sessions.tsx'

/** Activity of the caster: sessions and rejected connections. */
export default function ActivityPage() {
  return (
    <Switch>
      <Route path="/activity/sessions" component={SessionList} />
      <Route path="/activity/refusals" component={RefusalList} />
      <Route>
        <Redirect to="/activity/sessions" />
      </Route>
    </Switch>
  )
}
