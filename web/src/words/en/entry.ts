import type { es } from '../es/entry.ts'

export const en: typeof es = {
  login: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    enter: 'Sign in',
    forgotten: 'Forgot your password? An administrator can hand you a new link.',
  },
  secondFactor: {
    title: 'Second factor',
    hint: 'Type the code from your authenticator app, or one of your recovery codes.',
    code: 'Code',
    enter: 'Verify',
    back: 'Start again',
  },
  setup: {
    title: 'Welcome to Vértice',
    hint: 'Create the account of the first administrator. This link works once.',
    name: 'Name',
    create: 'Create and enter',
  },
  welcome: {
    title: 'Choose your password',
    hint: (email) => `For ${email}. The link works once.`,
    save: 'Save and enter',
  },
  passwordHint: 'At least 12 characters. A long phrase is best.',
  passwordAgain: 'The password again',
  different: 'The two passwords differ.',
  toLogin: 'Go to sign in',
}
