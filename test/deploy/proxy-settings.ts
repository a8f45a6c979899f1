// The settings of the proxy, as somebody changes them who follows what they say.

/** TLS ends in the casters. */
export const passingTlsThrough = (settings: string): string =>
  settings.replace(/^ {2}bind :2102 ssl .*\n/m, '').replace(/^#(?=frontend|backend| {2})/gm, '')
