// Changes to the proxy configuration that its comments describe.

/** TLS passthrough: the casters terminate TLS. */
export const passingTlsThrough = (settings: string): string =>
  settings.replace(/^ {2}bind :2102 ssl .*\n/m, '').replace(/^#(?=frontend|backend| {2})/gm, '')
