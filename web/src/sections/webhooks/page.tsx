import { Route, Switch } from 'wouter'
import { WebhookList } from './list.tsx'
import { WebhookPage } from './one.tsx'

const PATH = '/platform/webhooks'

/** A webhook has a page of its own, and its deliveries open in the drawer. */
export default function WebhooksPage() {
  return (
    <Switch>
      <Route path={`${PATH}/new`}>
        <WebhookList creating />
      </Route>
      <Route path={`${PATH}/:id/deliveries/:deliveryId`}>
        {({ id, deliveryId }) => <WebhookPage key={id} id={id} deliveryId={deliveryId} />}
      </Route>
      <Route path={`${PATH}/:id/:act?`}>{({ id, act }) => <WebhookPage key={id} id={id} act={act} />}</Route>
      <Route>
        <WebhookList />
      </Route>
    </Switch>
  )
}
