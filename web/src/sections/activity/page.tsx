import { Redirect, Route, Switch } from 'wouter'
import { RefusalList } from './refusals.tsx'
import { SessionList } from './sessions.tsx'

/** What happened at the caster: who was connected, and who was not let in. */
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
