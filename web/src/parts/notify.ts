import { notifications } from '@mantine/notifications'

/** For what worked and is seen nowhere else. What failed is told where it was tried. */
export const notify = (message: string): void => void notifications.show({ message, color: 'teal.9', autoClose: 4_000 })

/** For what was tried by a single press, with no form around it that could say what went wrong. */
export const notifyProblem = (message: string): void =>
  void notifications.show({ message, color: 'red.9', autoClose: 10_000, role: 'alert' })
