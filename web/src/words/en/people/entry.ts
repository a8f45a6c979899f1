import type { es } from '../../es/people/entry.ts'

export const en: typeof es = {
  login: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    enter: 'Sign in',
    forgotten: 'Forgot your password?',
    askAdministrator: 'Ask an administrator for a new link.',
    or: 'or',
    withProvider: (name) => `Sign in with ${name}`,
    withOrganization: 'Sign in with your organization’s account',
  },
  forgotten: {
    title: 'Get back in',
    hint: 'Type the e-mail address of your account and we will send you a link to choose a new password.',
    email: 'E-mail address',
    send: 'Send the link',
    asked: (email) => `If there is an account with ${email}, a link will arrive in a few minutes. It works once.`,
    notThere: 'Nothing there? Look in the spam folder, or ask an administrator for help.',
    back: 'Back to sign in',
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
    network: 'Name of the network',
    networkHint: 'As your customers know it. You can change it later.',
    name: 'Your name',
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
  sso: {
    title: 'Signing in',
    failed: 'Sign-in failed',
    done: { home: 'You are signed in', confirmed: 'Confirmed' },
    closeThis: 'You can close this tab: the other one goes on where it was.',
  },
  passwordHint:
    'At least 12 characters. Best: several words that have nothing to do with each other. Common ones and your name are not accepted.',
  passwordAgain: 'Confirm password',
  different: 'The two passwords differ.',
  toLogin: 'Go to sign in',
}
