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
    withOrganization: 'Sign in with your organization’s account',
  },
  forgotten: {
    title: 'Reset your password',
    hint: 'Enter your account’s e-mail address and we’ll send you a link to choose a new password.',
    email: 'E-mail address',
    send: 'Send link',
    asked: (email) => `If an account exists for ${email}, you’ll receive a link in a few minutes. The link works once.`,
    notThere: 'Didn’t get it? Check your spam folder, or ask an administrator for help.',
    back: 'Back to sign in',
  },
  secondFactor: {
    title: 'Two-factor authentication',
    hint: 'Enter the code from your authenticator app, or one of your recovery codes.',
    code: 'Code',
    enter: 'Verify',
    back: 'Start over',
  },
  setup: {
    title: 'Welcome to Vértice',
    hint: 'Create the first administrator account. This link works once.',
    network: 'Network name',
    networkHint: 'Shown to your customers. You can change it later.',
    name: 'Your name',
    create: 'Create account',
  },
  welcome: {
    title: 'Choose your password',
    hint: (email) => `For ${email}. The link works once.`,
    save: 'Save and sign in',
  },
  factor: {
    title: 'Set up two-factor authentication',
    why: (email) => `The role of ${email} requires two-factor authentication. Set it up to continue.`,
    how: 'You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. It takes a minute.',
  },
  sso: {
    title: 'Signing in',
    failed: 'Couldn’t sign in',
    done: { home: 'You’re signed in', confirmed: 'Confirmed' },
    closeThis: 'You can close this tab and continue in the other one.',
  },
  passwordHint: 'At least 12 characters. Use several unrelated words. Common passwords and your name aren’t accepted.',
  reveal: 'Show or hide the password',
  toLogin: 'Go to sign in',
}
