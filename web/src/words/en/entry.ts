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
  factor: {
    title: 'Set up the second factor',
    why: (email) => `The role of ${email} requires a second factor. Until you set it up, nothing else works.`,
    how: 'You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. It takes a minute.',
  },
  passwordHint:
    'At least 12 characters. Best: several words that have nothing to do with each other. Common ones and your name are not accepted.',
  passwordAgain: 'The password again',
  different: 'The two passwords differ.',
  toLogin: 'Go to sign in',
}
