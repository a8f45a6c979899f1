import { notifications } from '@mantine/notifications'

/** For successful actions without another visible effect. Failures are shown where the action was tried. */
export const notify = (message: string): void => void notifications.show({ message, color: 'teal.9', autoClose: 4_000 })

/** For failed actions that have no form around them to show the problem. */
export const notifyProblem = (message: string): void =>
  void notifications.show({ message, color: 'red.9', autoClose: 10_000, role: 'alert' })
